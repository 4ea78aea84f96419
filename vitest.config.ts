import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import LongestFirst from './scripts/tests/longest-first.ts';

export default defineConfig(({ mode }) => {
  // `--mode full` works in every shell; the variable is what tests look at, and may also be set by hand.
  const full = mode === 'full' || process.env.TEST_FULL === '1';
  const everyFile = full || mode === 'every-file';
  return {
    test: {
      include: [
        '{packages,apps}/*/src/**/*.test.ts',
        'apps/jobs/web/{src,extension}/**/*.test.{ts,tsx}',
        'examples/**/*.test.{ts,tsx}',
        'scripts/**/*.test.ts',
        // Agent programs and containers have commands of their own.
        'e2e/!(agents|containers)/**/*.test.ts',
      ],
      // Several servers, databases, browsers and AI SDKs at work together, and what kills or compiles over and over; CONTRIBUTING.md says more.
      exclude: everyFile
        ? configDefaults.exclude
        : [...configDefaults.exclude, 'e2e/!(ai-sdk-provider)/**', '**/*.full.test.ts'],
      env: {
        ...(full ? { TEST_FULL: '1' } : {}),
        // Tests start hundreds of programs, which load the same files: one of them strips their types and compiles them for all.
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(tmpdir(), 'posthouse-compile-cache'),
      },
      setupFiles: ['./scripts/vitest-setup.ts'],
      // Modules are loaded once per worker instead of once per file, which is most of the time otherwise. Tests leave
      // nothing behind that another file could stumble over.
      isolate: false,
      // Tests of several processes wait for each other, for timers and for the disk; those of the full run work more and wait less.
      maxWorkers: Math.ceil(availableParallelism() * (full ? 1.5 : 2)),
      sequence: { sequencer: LongestFirst },
      reporters: ['default', './scripts/tests/outcome-reporter.ts'],
      testTimeout: full ? 600_000 : 60_000,
      hookTimeout: 120_000,
      // What is waited for happens when it happens, on machines of any speed.
      expect: { poll: { timeout: 15_000 } },
    },
  };
});
