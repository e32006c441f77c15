"""A club night: seats drawn by lot, tables that keep their score sheets, a ranking."""
