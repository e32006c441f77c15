"""What is shown beside a kind of exercise, and beside a lesson that it practises."""

PICTURES = {
    "card-points": "HA 11",
    "trump-or-plain": "HT ?",
    "card-order": "HT CQ DJ",
    "trick-winner": "HA HK H9",
    "legal-cards": "SK ✓",
    "next-card": "ST ?",
    "find-the-revoke": "HK ✗",
    "who-leads": "back SA",
    "which-party": "CQ Re",
    "marriage-partner": "CQ ?",
    "reservations": "back HQ back",
    "may-throw-in": "C9 S9 H9",
    "poverty-exchange": "DA DK D9",
    "may-call": "Re?",
    "target": "121",
    "who-won": "120 ?",
    "special-points": "DA +1",
    "score-game": "+1 +2",
    "settle": "+3 −3",
    "compare-rules": "HT ≠",
}
"""By kind, as the tag ``picture`` draws them."""
GAMES = {
    "marriage": "CQ CQ",
    "poverty": "DJ DT DK",
    "diamonds": "DA DT DK",
    "hearts": "HA HK HQ",
    "queens": "CQ SQ HQ",
    "jacks": "CJ SJ HJ",
    "queens-jacks": "CQ SQ CJ",
    "aces": "CA SA HA",
}
"""By the first reservation of a game: cards that it is about, of every pack."""
