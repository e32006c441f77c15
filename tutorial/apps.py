from django.apps import AppConfig
from django.contrib.admin import apps as admin


class TutorialConfig(AppConfig):
    name = "tutorial"

    def ready(self) -> None:
        from django.db.backends.signals import connection_created

        from tutorial import checks, health

        assert checks.content_is_sound
        connection_created.connect(health.note_file)


class Administration(admin.AdminConfig):
    default = False
    default_site = "tutorial.administration.Site"
