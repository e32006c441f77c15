"""The site's addresses, and one that does nothing, of which other pages cost a multiple."""

from django.http import HttpRequest, HttpResponse
from django.urls import path

from tutorial.urls import urlpatterns as pages


def bare(_request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok")


urlpatterns = [path("bare/", bare), *pages]
