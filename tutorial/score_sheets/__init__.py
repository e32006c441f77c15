"""Score sheets: a table writes down its games, and the rules engine settles them."""
