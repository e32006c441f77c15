"""Quizzes: made from rules and wishes, taken by whoever has the code, read by who made them."""
