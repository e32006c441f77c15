from django.apps import AppConfig


class JudgeConfig(AppConfig):
    name = "tutorial.judge"
