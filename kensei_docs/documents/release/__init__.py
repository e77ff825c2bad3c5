"""Releasing: all prints of an edition in one folder, which is named after the version.

``bundle`` makes the folder, ``notices`` the change log and the feed in it, ``release_settings`` reads address and
author.
"""
