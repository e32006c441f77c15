from django.apps import AppConfig


class HouseRulesConfig(AppConfig):
    name = "tutorial.house_rules"
