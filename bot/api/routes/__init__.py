"""The routes, one module a noun: each reads a request, calls one use case, and answers."""
