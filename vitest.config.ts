import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import LongestFirst from './scripts/tests/longest-first.ts';

export default defineConfig(({ mode }) => {
  // `--mode full` works in every shell; the variable is what tests look at, and may also be set by hand.
  const full = mode === 'full' || process.env.TEST_FULL === '1';
  return {
    test: {
      include: [
        '{packages,apps}/*/src/**/*.test.ts',
        'apps/jobs/web/{src,extension}/**/*.test.{ts,tsx}',
        'examples/**/*.test.{ts,tsx}',
        'scripts/**/*.test.ts',
        // A PostgreSQL and a browser are started for the full run only; agent runtimes and containers have commands of their own.
        full
          ? 'e2e/!(agents|containers)/**/*.test.ts'
          : 'e2e/!(agents|containers|postgres|browser|studio|jobs)/**/*.test.ts',
      ],
      // Packages are packed, installed and compiled against, and their declarations compared, for the full run only.
      exclude: full
        ? configDefaults.exclude
        : [...configDefaults.exclude, 'scripts/{pack/pack,surface/read-surfaces}.test.ts'],
      env: {
        ...(full ? { TEST_FULL: '1' } : {}),
        // Tests start hundreds of programs, which load the same files: one of them strips their types and compiles them for all.
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(tmpdir(), 'posthouse-compile-cache'),
      },
      setupFiles: ['./scripts/vitest-setup.ts'],
      // Modules are loaded once per worker instead of once per file, which is most of the time otherwise. Tests leave
      // nothing behind that another file could stumble over.
      isolate: false,
      // Tests of several processes wait for each other most of the time. Browsers do not, and are only in the full run.
      maxWorkers: full ? availableParallelism() : Math.ceil(availableParallelism() * 1.5),
      sequence: { sequencer: LongestFirst },
      reporters: ['default', './scripts/tests/outcome-reporter.ts'],
      testTimeout: full ? 600_000 : 60_000,
      hookTimeout: 120_000,
      // What is waited for happens when it happens, on machines of any speed.
      expect: { poll: { timeout: 15_000 } },
    },
  };
});
