"""Releasing: everything that is printed of an edition, as one folder that is named by its version.

``bundle`` makes the folder, ``notices`` the change log and the feed in it, ``settings`` reads who publishes it where.
"""
