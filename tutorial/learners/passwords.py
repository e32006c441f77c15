"""Passwords: how they are hashed, and what a new one does."""

from allauth.mfa.models import Authenticator
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.contrib.auth.models import AbstractBaseUser

from tutorial.learners.joining import renewed
from tutorial.learners.models import User


class LightArgon2(Argon2PasswordHasher):
    """Argon2id with 7 MiB, five passes, one lane: of the least that OWASP's password storage cheat
    sheet asks for the lightest on a processor. A sign-in costs a few pages, not a hundred."""

    time_cost = 5
    memory_cost = 7168
    parallelism = 1


class OthersOut:
    """A new password, wherever it comes from, locks out every browser that came in with the old
    one, or with a passkey. Finds no fault with any; Django tells it when one has been changed."""

    def validate(self, password: str, user: AbstractBaseUser | None = None) -> None:
        pass

    def get_help_text(self) -> str:
        return ""

    def password_changed(self, password: str, user: AbstractBaseUser) -> None:
        if isinstance(user, User):
            Authenticator.objects.filter(user=user).delete()
        if isinstance(user, User) and user.learner is not None:
            user.learner = renewed(user.learner)
