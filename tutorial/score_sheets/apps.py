from django.apps import AppConfig


class ScoreSheetsConfig(AppConfig):
    name = "tutorial.score_sheets"
