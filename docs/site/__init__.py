"""The documentation site: the pages of docs/ and a reference made from docstrings, to be read offline."""
