"""House rules: every option of a table, chosen in a form, kept under a name and its versions."""
