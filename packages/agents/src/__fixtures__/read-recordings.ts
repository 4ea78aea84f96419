import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { RunEnd } from '../agent-adapter.ts';

/** One run of an agent program, as it was recorded. */
export interface RecordedRun {
  /** Where it is from, for the names of tests. */
  readonly name: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- the events of every program; each adapter knows its own.
  readonly events: readonly any[];
  readonly end: RunEnd;
}

/** The runs in a file, or in all files of a folder. Lines are `{ run, ms, kind, ev }`. */
export function readRecordings(path: string): RecordedRun[] {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return readFile(path);
  return readdirSync(path)
    .toSorted()
    .flatMap((name) => readRecordings(join(path, name)));
}

interface Line {
  readonly run: string;
  readonly kind: string;
  readonly ev: { readonly end?: RunEnd };
}

function readFile(path: string): RecordedRun[] {
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
  const folder = path.split('/').at(-2)!;
  return [...Map.groupBy(lines, ({ run }) => run)].map(([run, its]) => {
    const events = its.filter(({ kind }) => kind === 'event').map(({ ev }) => ev);
    const end = its.find(({ kind }) => kind === 'summary')?.ev.end;
    return { name: `${folder}: ${run}`, events, end: end ?? guessEnd(run, events.length) };
  });
}

/** Recordings that are not ours do not say how a run ended for whoever drove it. */
function guessEnd(run: string, eventCount: number): RunEnd {
  if (eventCount === 0) return { outcome: 'failed', errorText: 'The program did not start.' };
  return { outcome: /abort|interrupt/.test(run) ? 'stopped' : 'ended' };
}
