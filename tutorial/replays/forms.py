"""The form that brings a game to step through."""

from django.utils.translation import gettext_lazy as _

from tutorial.shared.records import RecordForm


class BringForm(RecordForm):
    """The same record as the judge takes."""

    does = _("Step through it")
    goes_to = "#errors"
