import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    setupFiles: ['../../scripts/vitest-setup.ts'],
    // Both files use the one port that the image exposes.
    fileParallelism: false,
    reporters: ['default', '../../scripts/tests/outcome-reporter.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000, interval: 250 } },
  },
});
