"""What a shell wants to know of the commands: completions of words, and a manual page, both made from the help."""
