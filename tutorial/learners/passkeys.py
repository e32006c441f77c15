"""Passkeys: a device's own key to an account, instead of the password.

Making and checking them is django-allauth's; who may, and what is opened, is ours."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.forms import AddWebAuthnForm, LoginWebAuthnForm
from allauth.mfa.webauthn.internal.auth import begin_registration
from allauth.mfa.webauthn.internal.flows import add_authenticator
from allauth.mfa.webauthn.views import LoginWebAuthnView
from django import forms
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from tutorial.administration import sign_in_failed, sign_in_limited
from tutorial.learners.accounts import asked_again, is_somebody_here, may_have_passkeys
from tutorial.learners.models import User
from tutorial.methods import READ, WRITE, takes
from tutorial.shared.written import printable

LONGEST_NAME = 40
MOST = 20


class Adapter(DefaultMFAAdapter):  # type: ignore[misc]
    """What allauth asks of a site. A passkey is another way in, not a second lock."""

    def is_mfa_enabled(self, user: Any, types: Any = None) -> bool:
        return False

    def _get_site_name(self) -> str:
        return "Karlchen"


@contextmanager
def _only_made_by_a_device() -> Iterator[None]:
    """What is forged is as wrong as what does not fit; allauth lets the library's complaints
    through."""
    try:
        yield
    except (AttributeError, LookupError, TypeError, ValueError) as fault:
        raise forms.ValidationError("forged") from fault


class LoginForm(LoginWebAuthnForm):  # type: ignore[misc]
    def clean_credential(self) -> Authenticator:
        with _only_made_by_a_device():
            return super().clean_credential()


class AddForm(AddWebAuthnForm):  # type: ignore[misc]
    def clean_name(self) -> str:
        return printable(self.cleaned_data["name"])[:LONGEST_NAME] or _("Passkey")

    def clean(self) -> dict[str, Any]:
        with _only_made_by_a_device():
            told: dict[str, Any] = super().clean()
        return told


class _Login(LoginWebAuthnView):  # type: ignore[misc]
    def form_invalid(self, form: forms.Form) -> HttpResponse:
        return HttpResponseRedirect(f"{reverse('account_login')}?passkey=refused", status=303)


_login = _Login.as_view()


def passkeys_of(account: Any) -> list[Authenticator]:
    own = Authenticator.objects.filter(user=account, type=Authenticator.Type.WEBAUTHN)
    return list(own.order_by("created_at", "pk")[:MOST])


@takes(*READ, *WRITE)
def passkeys(request: HttpRequest) -> HttpResponse:
    """One's own: made and removed. What a device is to make is told for the password, so that it
    makes nothing that is refused afterwards."""
    account = request.user
    if not isinstance(account, User):
        return asked_again(request)
    what, _space, number = request.POST.get("do", "").partition(" ")
    if what == "remove":
        gone = [one.pk for one in passkeys_of(account) if str(one.pk) == number]
        Authenticator.objects.filter(pk__in=gone).delete()
        return HttpResponseRedirect(reverse("passkeys"), status=303)
    if request.method != "POST":
        return _page(request)
    if limited := sign_in_limited(request, account.get_username()):
        return limited
    if not account.check_password(request.POST.get("password", "")):
        sign_in_failed(request, account.get_username())
        return _refused(request, _("This is not the password."))
    if len(passkeys_of(account)) >= MOST:
        fault = _("You have {most} passkeys; remove one first.").format(most=MOST)
        return _refused(request, fault)
    if what == "ask":
        return JsonResponse({"creation_options": begin_registration(account, passwordless=True)})
    form = AddForm(request.POST, user=account)
    if not form.is_valid():
        return _page(request, _("That did not work. Nothing has happened; try once more."))
    told = form.cleaned_data
    add_authenticator(request, name=told["name"], credential=told["credential"])
    return HttpResponseRedirect(reverse("passkeys"), status=303)


def _refused(request: HttpRequest, fault: str) -> HttpResponse:
    """To the script that asks before the device does anything, or to whoever sent the form."""
    if request.POST.get("do") == "ask":
        return JsonResponse({"fault": fault}, status=422)
    return _page(request, fault)


def _page(request: HttpRequest, fault: str = "") -> HttpResponse:
    context = {
        "passkeys": passkeys_of(request.user),
        "has_passkeys": may_have_passkeys(request),
        "named": request.POST.get("name", ""),
        "longest": LONGEST_NAME,
        "fault": fault,
    }
    return render(request, "learners/passkeys.html", context, status=422 if fault else 200)


@takes(*READ, *WRITE)
def sign_in(request: HttpRequest) -> HttpResponseBase:
    """What a device is to sign, and with that the way in."""
    if request.method == "POST" and is_somebody_here(request) and not request.POST.get("whose"):
        return HttpResponseRedirect(f"{reverse('account_login')}?passkey=whose", status=303)
    response: HttpResponseBase = _login(request)
    return response
