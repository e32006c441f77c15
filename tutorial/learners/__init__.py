"""Who learns: the account, the cookie, what was answered."""
