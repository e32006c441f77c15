"""``./run fuzz``: what visitors may try who mean no good, and what it costs."""
