"""Spreadsheets that users write: a file's cells, what its columns and cells mean, and records made of its rows."""
