"""The code of an invented ferry company, for tests of code that runs in Python."""
