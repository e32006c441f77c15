"""What is taught: rules, exercises, replays and texts. Plain Python and files, no Django."""
