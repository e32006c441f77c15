"""Hashing of passwords."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class LightArgon2(Argon2PasswordHasher):
    """Argon2id with 7 MiB, five passes, one lane: of the least that OWASP's password storage cheat
    sheet asks for the lightest on a processor. A sign-in costs a few pages, not a hundred."""

    time_cost = 5
    memory_cost = 7168
    parallelism = 1
