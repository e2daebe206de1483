"""Reading a command line of bash, zsh or sh: what it would run, and whether that only reads."""
