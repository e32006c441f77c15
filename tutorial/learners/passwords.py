"""How passwords are kept."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class LightArgon2(Argon2PasswordHasher):
    """Argon2id with the least that OWASP's password storage cheat sheet asks for (19 MiB, two
    passes, one lane): a sign-in costs a few pages, not a hundred."""

    time_cost = 2
    memory_cost = 19456
    parallelism = 1
