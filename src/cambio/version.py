"""Which Cambio this is."""

VERSION = "0.1.0"
