"""Settings, from the environment: SITE_URL, HOST, PORT, TRUST_PROXY, DATA_DIR, DATABASE_URL, DEBUG.

Without SITE_URL the site runs on this machine or a club's network over plain HTTP; with
SITE_URL=https://… it is public, behind HTTPS. README says more.
"""

import os
from pathlib import Path
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured
from django.utils.csp import CSP

from lessons.content import languages
from tutorial.machine import is_https_origin, mailers_at, own_hosts, secret_key_in
from tutorial.postgresql import postgresql_at

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(os.environ.get("DATA_DIR") or BASE_DIR / "data")
try:
    DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
    SECRET_KEY = secret_key_in(DATA_DIR)
except OSError as error:
    raise ImproperlyConfigured(f"DATA_DIR: {DATA_DIR} cannot be used: {error.strerror}") from error

SITE_URL = os.environ.get("SITE_URL", "").rstrip("/")
IS_PUBLIC = bool(SITE_URL)
if IS_PUBLIC and not is_https_origin(SITE_URL):
    raise ImproperlyConfigured(f"SITE_URL: expected https://name and no more, got {SITE_URL!r}")

IMPRINT = [line.strip() for line in os.environ.get("IMPRINT", "").split("|") if line.strip()]
"""The imprint, line by line."""
ADMIN = os.environ.get("ADMIN", "0" if IS_PUBLIC else "1") == "1"
"""Whether there is /admin/: on a public site only where it is asked for."""
TRUST_PROXY = IS_PUBLIC and os.environ.get("TRUST_PROXY") == "1"

DEBUG = os.environ.get("DEBUG") == "1"

SILENCED_SYSTEM_CHECKS: list[str] = []
if IS_PUBLIC:
    ALLOWED_HOSTS = [urlsplit(SITE_URL).hostname or ""]
    CSRF_TRUSTED_ORIGINS = [SITE_URL]
    SECURE_SSL_REDIRECT = True
    SECURE_SSL_HOST = urlsplit(SITE_URL).netloc
    SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
    SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60
    # Other names under the same domain are not ours to bind to HTTPS.
    SILENCED_SYSTEM_CHECKS += ["security.W005", "security.W021"]
    CSRF_COOKIE_SECURE = SESSION_COOKIE_SECURE = True
    if TRUST_PROXY:
        SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
else:
    # Over plain HTTP browsers ignore this header, and say so on the console.
    SECURE_CROSS_ORIGIN_OPENER_POLICY = None
    ALLOWED_HOSTS = own_hosts(os.environ.get("HOST", ""))

SECURE_REFERRER_POLICY = "same-origin"
SECURE_CSP = {
    "default-src": [CSP.SELF],
    "form-action": [CSP.SELF],
    "base-uri": [CSP.NONE],
    "object-src": [CSP.NONE],
    "frame-ancestors": [CSP.NONE],
}
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "tutorial.errors.forged"

INSTALLED_APPS = [
    "tutorial.apps.Administration",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "crispy_forms",
    "django_htmx",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "tutorial",
    "tutorial.learners",
    "tutorial.house_rules",
    "tutorial.practice",
    "tutorial.sittings",
    "tutorial.quizzes",
    "tutorial.score_sheets",
    "tutorial.clubs",
    "tutorial.course",
    "tutorial.replays",
    "tutorial.judge",
]

MIDDLEWARE = [
    # What these three add stands on every answer, refusals and redirects too.
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "tutorial.middleware.private_pages",
    "django.middleware.security.SecurityMiddleware",
    "tutorial.middleware.health",
    "tutorial.quizzes.live.now.now",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "tutorial.middleware.same_pages",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "tutorial.middleware.SpokenLanguage",
    "tutorial.middleware.plain_requests",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

# The largest form has seventy controls, and one file.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200
DATA_UPLOAD_MAX_NUMBER_FILES = 2

ROOT_URLCONF = "tutorial.urls"
WSGI_APPLICATION = "tutorial.wsgi.application"
AUTH_USER_MODEL = "learners.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}", "OPTIONS": options}
    for name, options in (
        ("UserAttributeSimilarityValidator", {}),
        ("MinimumLengthValidator", {"min_length": 12}),
        ("CommonPasswordValidator", {}),
        ("NumericPasswordValidator", {}),
    )
] + [{"NAME": "tutorial.learners.passwords.OthersOut"}]
PASSWORD_HASHERS = [
    "tutorial.learners.passwords.LightArgon2",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
SESSION_COOKIE_AGE = 7 * 24 * 60 * 60

LOGIN_URL = "account_login"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
ACCOUNT_ADAPTER = "tutorial.learners.accounts.Adapter"
ACCOUNT_LOGIN_METHODS = {"username"}
HAS_MAIL = bool(os.environ.get("EMAIL_URL"))
ACCOUNT_SIGNUP_FIELDS = ["username*", *(["email"] if HAS_MAIL else []), "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "none"  # an address serves for nothing but a new password
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Karlchen] "
ACCOUNT_RATE_LIMITS = {
    # A room signs in at once behind one address; whoever guesses at a name must not keep its owner
    # out.
    "login": "120/m/ip",
    "login_failed": "20/m/ip,50/5m/key",
    "signup": "60/m/ip",
}
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_SESSION_COOKIE_AGE = 90 * 24 * 60 * 60
ACCOUNT_FORMS = {
    "login": "tutorial.learners.accounts.SignInForm",
    "signup": "tutorial.learners.accounts.SignUpForm",
    "change_password": "tutorial.learners.accounts.ChangeForm",
    "reset_password": "tutorial.learners.accounts.ForgottenForm",
    "reset_password_from_key": "tutorial.learners.accounts.AnewForm",
}
MFA_ADAPTER = "tutorial.learners.passkeys.Adapter"
MFA_SUPPORTED_TYPES = ["webauthn"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_REAUTHENTICATION_REQUIRED = False  # the page asks for the password
MFA_FORMS = {"login_webauthn": "tutorial.learners.passkeys.LoginForm"}
MFA_RATE_LIMITS = {"webauthn_login": "240/m/ip"}  # two requests for each of a whole room
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "tutorial.shared.page.page",
            ],
            "builtins": [
                "django.templatetags.i18n",
                "django.templatetags.static",
                "tutorial.templatetags.words",
            ],
        },
    },
]

DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": DATA_DIR / "karlchen.sqlite3",
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            # Seconds; a write takes milliseconds, and while one waits nobody else is answered.
            "timeout": 1,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        },
    },
}

if os.environ.get("DATABASE_URL"):
    DATABASES["default"] = postgresql_at(os.environ["DATABASE_URL"])

LANGUAGE_CODE = languages.COMPLETE[0]
LANGUAGE_COOKIE_NAME = "language"
LANGUAGES = [(code, language.name) for code, language in languages.LANGUAGES.items()]
LOCALE_PATHS = [BASE_DIR / "tutorial" / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "Europe/Berlin"

STATIC_URL = "/static/"
STATIC_ROOT = BASE_DIR / "build" / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "tutorial.styles.StyleSheetFinder",
]
STORAGES = {
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

CRISPY_TEMPLATE_PACK = "doko"
CRISPY_ALLOWED_TEMPLATE_PACKS = "doko"
CRISPY_FAIL_SILENTLY = False

MAILERS = mailers_at(os.environ.get("EMAIL_URL", ""))
if not os.environ.get("EMAIL_URL"):
    SILENCED_SYSTEM_CHECKS += ["mail.E001"]  # then nothing is sent, and that is meant
ADMINS = [address for address in [os.environ.get("ERROR_MAIL", "")] if address]
SERVER_EMAIL = os.environ.get("EMAIL_FROM") or next(iter(ADMINS), "karlchen@localhost")
DEFAULT_FROM_EMAIL = SERVER_EMAIL
EMAIL_SUBJECT_PREFIX = "[Karlchen] "

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "%(asctime)s %(message)s"},
        "error": {"format": "%(asctime)s %(number)s %(levelname)s %(message)s"},
    },
    "filters": {
        "numbered": {"()": "tutorial.logged.RequestNumber"},
        "seldom": {"()": "tutorial.logged.Seldom"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": "error",
            "filters": ["numbered"],
        },
        "nobody": {"class": "logging.NullHandler"},
        "lines": {"class": "logging.StreamHandler", "formatter": "line"},
        "mail": {
            "class": "django.utils.log.AdminEmailHandler",
            "level": "ERROR",
            "formatter": "error",
            "filters": ["numbered", "seldom"],
            "reporter_class": "tutorial.logged.OnlyTraceback",
        },
    },
    "loggers": {
        # One line a request: its id, what was asked, what came of it, and nothing of who asked.
        "tutorial.asgi": {"handlers": ["lines"], "level": "INFO", "propagate": False},
        "django": {"handlers": ["console", "mail"], "level": "WARNING", "propagate": False},
        # What visitors get wrong is told to them.
        "django.request": {"level": "ERROR"},
        "django.security": {"handlers": ["nobody"], "propagate": False},
    },
}
