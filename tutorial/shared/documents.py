"""Names of the rule documents."""

from lessons.content.reading import course
from tutorial.shared.words import language, words


def document_name(document: str) -> str:
    """The short name of a document, or of a rule set without lessons."""
    documents = course().documents
    if document in documents:
        return documents[document].words[language()]["short"]
    return words().cards.rules(document)
