from django.apps import AppConfig


class SittingsConfig(AppConfig):
    name = "tutorial.sittings"
