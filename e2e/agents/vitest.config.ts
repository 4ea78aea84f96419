import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    setupFiles: ['../../scripts/vitest-setup.ts'],
    // Two at a time: each file starts processes of its own.
    maxWorkers: 2,
    reporters: ['default', '../../scripts/closing-line-reporter.ts'],
    // A runtime may take its time to start on a busy machine.
    testTimeout: 240_000,
    hookTimeout: 120_000,
  },
});
