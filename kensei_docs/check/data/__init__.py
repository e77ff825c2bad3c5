"""The checks of the database: one module each, and the module is the registration."""
