"""Players of ours: what a seat knows (:mod:`.view`), and who decides by that alone."""
