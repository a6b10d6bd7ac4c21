"""What is deployed: files for operators that nothing else runs."""
