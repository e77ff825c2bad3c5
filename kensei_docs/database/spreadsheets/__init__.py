"""Spreadsheets of users: reading cells, the meaning of columns and cells, and records made from rows."""
