from django.apps import AppConfig


class ClubsConfig(AppConfig):
    name = "tutorial.clubs"

    def ready(self) -> None:
        from tutorial.clubs.doing import rules_of_clubs, tasks_of
        from tutorial.clubs.night.views import guard
        from tutorial.house_rules.named import tables
        from tutorial.score_sheets.views import guards
        from tutorial.sittings.today import tasks_set

        tasks_set.append(tasks_of)
        tables.append(rules_of_clubs)
        guards.append(guard)
