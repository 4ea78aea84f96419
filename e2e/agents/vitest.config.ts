import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    setupFiles: ['../../scripts/vitest-setup.ts'],
    // Each file starts processes of its own, and often waits for them.
    maxWorkers: 3,
    reporters: ['default', '../../scripts/tests/outcome-reporter.ts'],
    // An agent program may take its time to start on a busy machine.
    testTimeout: 420_000,
    hookTimeout: 240_000,
  },
});
