from django.apps import AppConfig


class LearnersConfig(AppConfig):
    name = "tutorial.learners"
