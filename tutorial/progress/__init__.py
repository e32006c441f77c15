"""What a learner knows: new, begun, sure, due, over each document."""
