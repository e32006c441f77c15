from django.apps import AppConfig


class ClubsConfig(AppConfig):
    name = "tutorial.clubs"
