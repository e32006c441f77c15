"""Disputed exercises in the administration."""

from typing import TYPE_CHECKING

from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tutorial.practice.models import Report
from tutorial.shared.records import OWN

if TYPE_CHECKING:
    Admin = admin.ModelAdmin[Report]
else:
    Admin = admin.ModelAdmin


@admin.register(Report)
class ReportAdmin(Admin):
    list_display = ("address", "created", "version", "looked_at")
    list_filter = ("looked_at", "version")
    search_fields = ("address", "text")
    fields = ("open_it", "created", "rules", "question", "answer", "text", "version", "looked_at")
    readonly_fields = fields[:-1]

    @admin.display(description="exercise")
    def open_it(self, report: Report) -> SafeString:
        address = report.address
        if not address.startswith("/"):  # a step of a game
            game, _slash, step = address.partition("/")
            if game == OWN:
                return format_html("{} ({})", address, "a game that only its address carried")
            address = f"{reverse('replay', args=[game, step])}?guess=all"
        return format_html('<a href="{0}">{0}</a>', address)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False
