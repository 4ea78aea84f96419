import { appendFileSync, closeSync, fsyncSync, openSync, readFileSync } from 'node:fs';
import type { Effect } from './check-effects.ts';

/** Effects that survive the process: each is on disk before the action goes on. */
export class EffectsFile extends Array<Effect> {
  readonly path: string;

  constructor(path: string) {
    super();
    this.path = path;
  }

  override push(...effects: Effect[]): number {
    const file = openSync(this.path, 'a');
    for (const effect of effects) appendFileSync(file, `${JSON.stringify(effect)}\n`);
    fsyncSync(file);
    closeSync(file);
    return effects.length;
  }
}

/** Everything that processes have left in such a file. */
export function readEffects(path: string): Effect[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Effect);
}
