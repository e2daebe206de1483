"""The ports of the use cases over Redis: one script a transition, Redis time as the clock."""
