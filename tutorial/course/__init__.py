"""Home, documents, sections."""
