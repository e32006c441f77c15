"""What visitors may try who mean no good, and what it costs: ``./run fuzz``."""
