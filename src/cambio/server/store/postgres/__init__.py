"""A store for many workers: PostgreSQL orders, fences and knows who lives."""
