"""What is shown beside a kind of exercise, and beside a lesson that it practises."""

PICTURES = {
    "card-points": "HA DK",
    "trump-or-plain": "HK HT",
    "card-order": "HT CQ DJ",
    "trick-winner": "HA HK H9",
    "legal-cards": "SA SK DQ",
    "next-card": "ST back",
    "find-the-revoke": "CA back C9",
    "who-leads": "back SA",
    "which-party": "CQ CQ",
    "marriage-partner": "CQ ?",
    "reservations": "back HQ back",
    "may-throw-in": "C9 S9 H9",
    "poverty-exchange": "DA DK D9",
    "may-call": "Re?",
    "target": "121",
    "who-won": "120 120",
    "special-points": "CJ DA",
    "score-game": "+1 +2",
    "settle": "+3 −3",
    "compare-rules": "HT ≠",
}
"""By kind, as the tag ``picture`` draws them."""
