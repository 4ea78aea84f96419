import type { LogEntry } from '@posthouse/protocol';
import { callName } from './check-log.ts';

/** Something that an action did to the world outside, which no crash can undo. */
export type Effect = { tool: string; idempotent: boolean; key: string };

/** What was done and what the log says was done: nothing twice that may not be, and nothing that nobody was told of. */
export function checkEffects(effects: readonly Effect[], entries: readonly LogEntry[]): string[] {
  const problems: string[] = [];
  const started = new Set(entries.flatMap((entry) => (entry.type === 'call-started' ? [callName(entry)] : [])));
  const known = new Set<Effect>();
  for (const entry of entries) {
    if (entry.type !== 'call-ended' || entry.kind !== 'action') continue;
    const name = callName(entry);
    const done = effects.filter(({ key }) => key.endsWith(`/${name}`));
    for (const effect of done) known.add(effect);
    const { status } = entry.result;
    if (done.length > 0 && !started.has(name))
      problems.push(`${entry.tool} (${name}) ran before its start was recorded`);
    if (done.length > 0 && status === 'not-run')
      problems.push(`${entry.tool} (${name}) ran and is recorded as not run`);
    if (done.length === 0 && status === 'success') problems.push(`${entry.tool} (${name}) succeeded without running`);
    if (done.length > 1 && !done[0]!.idempotent) problems.push(`${entry.tool} (${name}) ran ${done.length} times`);
    if (new Set(done.map(({ key }) => key)).size > 1) problems.push(`${entry.tool} (${name}) ran under different keys`);
  }
  const unknown = effects.filter((effect) => !known.has(effect));
  return [...problems, ...unknown.map(({ tool, key }) => `${tool} (${key}) ran, and no call in the log says so`)];
}
