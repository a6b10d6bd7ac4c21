"""How Alembic takes revisions: on the connection that it is given, in the transaction that is begun there."""

from __future__ import annotations

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
