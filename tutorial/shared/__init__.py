"""What pages of several rooms show or ask."""
