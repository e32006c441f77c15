"""The texts: what is taught, in every language, checked against the rules."""
