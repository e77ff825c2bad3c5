"""The checks of the database: functions with the decorator ``check``, which is their registration."""
