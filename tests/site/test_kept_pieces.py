"""What is made once and kept shows what making it anew would."""

import pytest
from django.urls import reverse
from django.utils.translation import override

from lessons.exercises.addresses import Address
from tutorial.practice.links import url_of

ADDRESSES = (
    Address("card-points", "kompakt", 1, 7),
    Address("legal-cards", "royal,nines=false,specials=fox.charlie", 3, 999_999_999),
    Address("compare-rules", "kompakt+royal", 2, 0),
)


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("language", ["de", "en"])
def test_an_address_is_the_one_that_is_routed(address: Address, language: str) -> None:
    parts = [address.kind, address.rules, address.level, address.seed]
    with override(language):
        assert url_of(address) == reverse("exercise", args=parts)
        assert url_of(address, view="beamer") == f"{url_of(address)}?view=beamer"
