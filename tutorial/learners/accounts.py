"""Accounts, for whoever wants one: a user name and a password are one more key to a learner.

Signing in, limits on guesses and resets are django-allauth's; what a key opens is ours."""

from __future__ import annotations

import re
from collections.abc import Mapping
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any, ClassVar

from allauth.account import views
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.forms import (
    ChangePasswordForm,
    LoginForm,
    ResetPasswordForm,
    ResetPasswordKeyForm,
    SignupForm,
)
from allauth.account.models import EmailAddress
from allauth.core import context
from crispy_forms.helper import FormHelper
from crispy_forms.layout import Layout, Submit
from django import forms
from django.conf import settings
from django.contrib.auth import logout
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tutorial.administration import sign_in_failed, sign_in_limited
from tutorial.errors import NotHere, too_often_page
from tutorial.learners.cookie import BEFORE, COOKIE, before, learner_id, remember
from tutorial.learners.joining import opened_by
from tutorial.learners.models import Learner, User
from tutorial.methods import READ, WRITE, takes
from tutorial.shared.limits import Limit, place_of, too_often
from tutorial.shared.page import LEFT_OFF

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise as _StrPromise


MINE = "mine"
_WHOSE = "whose"
"""Of a form: whether it is one's own what the browser has kept."""


class Adapter(DefaultAccountAdapter):  # type: ignore[misc]
    """What allauth asks of a site."""

    def get_client_ip(self, request: HttpRequest) -> str:
        return place_of(request) or "nowhere"

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        return reverse("mine")

    get_signup_redirect_url = get_password_change_redirect_url = get_login_redirect_url

    def add_message(self, *told: Any, **more: Any) -> None:
        """The page that follows says it."""

    def respond_user_inactive(self, request: HttpRequest, user: User) -> HttpResponse:
        reason = _("This account has been shut. Whoever runs the site can say why.")
        raise NotHere(reason, ((_("Your data"), reverse("mine")),))

    def post_login(self, request: HttpRequest, user: User, **told: Any) -> HttpResponse:
        """From now on this browser is the account's learner, who has what both had."""
        response: HttpResponse = super().post_login(request, user, **told)
        if user.is_staff:
            request.session.set_expiry(settings.SESSION_COOKIE_AGE)
        is_mine = request.POST.get(_WHOSE, MINE) == MINE
        return opened(response, request, user, is_mine=is_mine)


def opened(
    response: HttpResponse, request: HttpRequest, user: User, *, is_mine: bool
) -> HttpResponse:
    """The answer from which on a browser is the account's learner; ``is_mine``: what the browser
    has kept goes to the account, else it waits here until the account is signed out."""
    here = learner_id(request)
    remember(response, opened_by(user, here if is_mine else None).pk)
    if not is_mine and is_somebody_here(request):
        assert here is not None  # there is somebody
        remember(response, here, BEFORE)
    return response


def is_somebody_here(request: HttpRequest) -> bool:
    """Whether this browser has kept something that is no account's."""
    return Learner.objects.filter(pk=learner_id(request) or 0, accounts=None).exists()


def is_account_here(request: HttpRequest) -> bool:
    """Whether this browser is an account's, signed in or remembered."""
    here = Learner.objects.filter(pk=learner_id(request) or 0, accounts__isnull=False)
    return request.user.is_authenticated or here.exists()


def remembered_account(request: HttpRequest) -> str:
    """The name of the account that this browser still knows, but that is not signed in here; else
    empty. Its cookie lasts longer than a sign-in."""
    here = learner_id(request)
    if here is None or getattr(request.user, "learner_id", None) == here:
        return ""
    names = User.objects.filter(learner=here, is_active=True).order_by("pk")
    return names.values_list("username", flat=True).first() or ""


class SignInFirst(NotHere):
    """Others' names, all there is, or its end: not for whoever holds the browser of an account."""

    status = 403

    def __init__(self, request: HttpRequest, name: str) -> None:
        back = request.path if request.method in READ else reverse("mine")
        there = f"{reverse('account_login')}?{urlencode({'next': back})}"
        reason = _("This browser knows the account {name}, but its sign-in has run out.")
        super().__init__(reason.format(name=name), ((_("Sign in"), there),))
        self.title = _("Sign in once more")


def must_be_signed_in(request: HttpRequest) -> None:
    """Raises :class:`SignInFirst` where the learner has an account that is not signed in here."""
    if name := remembered_account(request):
        raise SignInFirst(request, name)


class _Asked(forms.Form):
    """Fields in our words; a form's own button below them."""

    called: ClassVar[dict[str, str | _StrPromise]] = {
        "login": gettext_lazy("User name"),
        "username": gettext_lazy("User name"),
        "password": gettext_lazy("Password"),
        "password1": gettext_lazy("Password"),
        "oldpassword": gettext_lazy("Password so far"),
        "email": gettext_lazy("E-mail, if you want"),
    }
    helped: ClassVar[dict[str, str | _StrPromise]] = {
        "password1": gettext_lazy("Twelve characters or more: three words, for example."),
        "email": gettext_lazy("For nothing but a new password, should you forget yours."),
    }
    pressed: str | _StrPromise

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        for name, field in self.fields.items():
            field.label = self.called[name]
            field.help_text = self.helped.get(name, "")
            field.widget.attrs.pop("placeholder", None)
            if isinstance(field.widget, forms.PasswordInput):
                field.widget.attrs.setdefault("spellcheck", "false")

    @property
    def helper(self) -> FormHelper:
        made = FormHelper()
        made.layout = Layout(*self.fields, Submit("", self.pressed, css_class="button--main"))
        return made


class _Joining(_Asked):
    """Asks whose it is what the browser has kept, if it has kept anything."""

    usual: str | None = None

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        if is_somebody_here(context.request):
            self.fields[_WHOSE] = forms.ChoiceField(
                label=_("Somebody has used Karlchen in this browser already. Who?"),
                choices=[
                    (MINE, _("I: put it together with my account")),
                    ("others", _("Somebody else: leave it here until I sign out")),
                ],
                initial=self.usual,
                widget=forms.RadioSelect,
            )


class SignInForm(_Joining, LoginForm):  # type: ignore[misc]
    pressed = gettext_lazy("Sign in")


class SignUpForm(_Joining, SignupForm):  # type: ignore[misc]
    pressed = gettext_lazy("Make an account")
    usual = MINE


class ChangeForm(_Asked, ChangePasswordForm):  # type: ignore[misc]
    called: ClassVar = _Asked.called | {
        "password1": gettext_lazy("New password"),
        "password2": gettext_lazy("The new one again"),
    }
    pressed = gettext_lazy("Change the password")


class AddressForm(_Asked):
    """Where a link to a new password goes."""

    called: ClassVar = _Asked.called | {"oldpassword": gettext_lazy("Password")}
    pressed = gettext_lazy("Save")
    email = forms.EmailField(required=False, max_length=254)
    oldpassword = forms.CharField(
        max_length=200, widget=forms.PasswordInput({"autocomplete": "current-password"})
    )

    def __init__(self, account: User, posted: Mapping[str, Any] | None) -> None:
        super().__init__(posted, initial={"email": account.email})
        self.account = account

    def clean_oldpassword(self) -> str:
        told: str = self.cleaned_data["oldpassword"]
        if not self.account.check_password(told):
            raise forms.ValidationError(_("This is not the password."))
        return told


class ForgottenForm(_Asked, ResetPasswordForm):  # type: ignore[misc]
    called: ClassVar = {"email": gettext_lazy("E-mail of your account")}
    helped: ClassVar = {}
    pressed = gettext_lazy("Send a link")


class AnewForm(_Asked, ResetPasswordKeyForm):  # type: ignore[misc]
    called = ChangeForm.called
    pressed = gettext_lazy("Change the password")


_sign_in = views.LoginView.as_view(
    template_name="learners/sign_in.html", extra_context={"has_mail": settings.HAS_MAIL}
)
_sign_up = views.SignupView.as_view(template_name="learners/sign_up.html")
_change = views.PasswordChangeView.as_view(template_name="learners/password.html")
_forgotten = views.PasswordResetView.as_view(template_name="learners/forgotten.html")
_anew = views.PasswordResetFromKeyView.as_view(template_name="learners/password.html")


@takes(*READ, *WRITE)
def sign_in(request: HttpRequest) -> HttpResponseBase:
    name = request.POST.get("login", "")
    if request.method == "POST" and (limited := sign_in_limited(request, name)):
        return limited
    response = _answered(request, _sign_in(request))
    if isinstance(response, TemplateResponse) and response.context_data is not None:
        why = request.GET.get("passkey", "") if request.method in READ else ""
        told = {"has_passkeys": may_have_passkeys(request), "refused": _refused(why)}
        response.context_data.update(told)
    if response.status_code == 422:
        sign_in_failed(request, name)
    return response


def may_have_passkeys(request: HttpRequest) -> bool:
    """They belong to a name, and a bare number is none."""
    try:
        ip_address(re.sub(r":\d+$", "", request.get_host()).strip("[]"))
    except ValueError:
        return True
    return False


def _refused(why: str) -> str:
    """What is said above the form after a passkey that opened nothing."""
    if why == "whose":
        return _("Say first whose it is what this browser has kept.")
    return _("No account is open to this passkey. Sign in with the password.") if why else ""


@takes(*READ, *WRITE)
def sign_up(request: HttpRequest) -> HttpResponseBase:
    if request.method == "POST" and (limited := too_often(request, Limit.SIGN_UPS)):
        return limited.tell(too_often_page(request, limited.sentence))
    return _answered(request, _sign_up(request))


@takes(*WRITE)
def sign_out(request: HttpRequest) -> HttpResponse:
    """This browser knows nothing of the learner any more; the account keeps everything. Whoever
    was here before is here again."""
    was, has_account = before(request), is_account_here(request)
    logout(request)
    context = {"is_signed_out": True, "has_account": has_account, "was_before": was is not None}
    response = forgotten(render(request, "learners/delete.html", context))
    if was is not None:
        remember(response, was)
    return response


@takes(*READ, *WRITE)
def change(request: HttpRequest) -> HttpResponseBase:
    if not request.user.is_authenticated:
        return asked_again(request)
    response = _answered(request, _change(request))
    if response.status_code == 302 and isinstance(response, HttpResponse):
        kept = User.objects.filter(pk=request.user.pk).values_list("learner", flat=True).first()
        if kept is not None:
            remember(response, kept)  # under another number since
    return response


@takes(*READ, *WRITE)
def address(request: HttpRequest) -> HttpResponse:
    """Of the account's mail: written, corrected, taken away. Whoever could change it in a browser
    left open could have the account, so the password is asked for."""
    account = request.user
    if not isinstance(account, User):
        return asked_again(request)
    form = AddressForm(account, request.POST if request.method == "POST" else None)
    if request.method == "POST":
        if limited := sign_in_limited(request, account.get_username()):
            return limited
        if form.is_valid():
            _write_to(account, form.cleaned_data["email"])
            return HttpResponseRedirect(reverse("mine"), status=303)
        if "oldpassword" in form.errors:
            sign_in_failed(request, account.get_username())
    status = 422 if request.method == "POST" else 200
    return render(request, "learners/address.html", {"form": form}, status=status)


def _write_to(account: User, email: str) -> None:
    """From now on; allauth keeps addresses of its own."""
    with transaction.atomic():
        EmailAddress.objects.filter(user=account).delete()
        if email:
            EmailAddress.objects.create(user=account, email=email.lower(), primary=True)
        account.email = email
        account.save(update_fields=["email"])


@takes(*READ, *WRITE)
def reset(request: HttpRequest) -> HttpResponseBase:
    """A link by e-mail, where the site can send any."""
    if not settings.HAS_MAIL:
        reason = _("This site sends no e-mail. Whoever runs it can give your account a password.")
        raise NotHere(reason, ((_("Sign in"), reverse("account_login")),))
    if request.method == "POST" and (limited := too_often(request, Limit.CODES)):
        return limited.tell(too_often_page(request, limited.sentence))
    return _answered(request, _forgotten(request))


@takes(*READ)
def sent(request: HttpRequest) -> HttpResponse:
    return render(request, "learners/forgotten.html", {"is_sent": True})


@takes(*READ, *WRITE)
def anew(request: HttpRequest, uidb36: str, key: str) -> HttpResponseBase:
    """A new password, by the link that was sent."""
    return _answered(request, _anew(request, uidb36=uidb36, key=key))


@takes(*READ)
def changed(request: HttpRequest) -> HttpResponse:
    return render(request, "learners/forgotten.html", {"is_changed": True})


def asked_again(request: HttpRequest) -> HttpResponse:
    """To sign in, and back here."""
    return HttpResponseRedirect(f"{reverse('account_login')}?next={request.path}")


def forgotten(response: HttpResponse) -> HttpResponse:
    """The answer after which a browser is nobody's."""
    for name in (COOKIE, BEFORE, LEFT_OFF):
        response.delete_cookie(name, samesite="Lax")
    return response


def _answered(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """A form that comes back has been refused."""
    if request.method == "POST" and response.status_code == 200:
        response.status_code = 422
    return response
