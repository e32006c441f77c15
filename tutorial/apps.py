from django.apps import AppConfig
from django.contrib.admin import apps as admin


class TutorialConfig(AppConfig):
    name = "tutorial"

    def ready(self) -> None:
        from django.db.backends.signals import connection_created
        from django.utils.autoreload import autoreload_started

        from lessons.content.reading import CONTENT
        from tutorial import checks, health

        assert checks.content_is_sound
        connection_created.connect(health.note_file)
        # Under ./run dev texts are read again, too.
        autoreload_started.connect(
            lambda sender, **_: sender.watch_dir(CONTENT, "**/*.*"), weak=False
        )


class Administration(admin.AdminConfig):
    default = False
    default_site = "tutorial.administration.Site"
