"""Takes longer to import than the event loop may be blocked in the tests."""

import time

time.sleep(1.5)
READY = "ready"
