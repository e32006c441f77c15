"""The accounts of those who run the site."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin

from tutorial.learners.models import User

admin.site.register(User, UserAdmin)
