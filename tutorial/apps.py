from django.apps import AppConfig


class TutorialConfig(AppConfig):
    name = "tutorial"

    def ready(self) -> None:
        from tutorial import checks

        assert checks.content_is_sound
