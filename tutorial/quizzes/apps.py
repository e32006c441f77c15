from django.apps import AppConfig


class QuizzesConfig(AppConfig):
    name = "tutorial.quizzes"
