"""One decision after another, for learners: questions, masks, observations, and thousands of tables in lock-step."""
