/**
 * Records how the agent programs behave, for the tests of their adapters: plays the scenarios of `e2e/agents` on the
 * real runtime against the scripted model, takes out what belongs to this machine, and writes one file for each.
 *
 *     node scripts/record-agents.ts opencode
 *     node scripts/record-agents.ts pi basic 'tool error'
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { play } from '../e2e/agents/scenarios/play.ts';
import { profiles } from '../e2e/agents/scenarios/profiles.ts';
import { scenarios } from '../e2e/agents/scenarios/scenarios.ts';
import { makeScrubber } from './record-agents/scrub.ts';
import { toLines } from './record-agents/to-lines.ts';

const root = join(import.meta.dirname, '..');
const [profileName = '', ...wanted] = process.argv.slice(2);
const profile = profiles.find(({ name }) => name === profileName);
if (profile === undefined) {
  console.error(`Which runtime? One of: ${profiles.map(({ name }) => name).join(', ')}.`);
  process.exit(1);
}

/** Too large to keep, or with nothing of the runtime's own to tell; the real ones are tried with it all the same. */
const NOT_KEPT = ['big output', 'killed'];

for (const [name, make] of Object.entries(scenarios)) {
  if (wanted.length > 0 ? !wanted.includes(name) : NOT_KEPT.includes(name)) continue;
  const scenario = make(profile);
  if (scenario === undefined) continue;
  await play(profile, scenario, async ({ runs, folder }) => {
    const scrub = makeScrubber({
      replace: [
        [join(folder, 'work'), '/workspace'],
        [folder, '/agent'],
        [folder.slice(1), 'home/agent'],
        // As a name of a folder.
        [join(folder, 'work').replaceAll(/[^A-Za-z0-9]/g, '-'), '-workspace'],
        [root, '/posthouse'],
      ],
      ...profile.scrub,
    });
    const lines = toLines(name, runs).map((line) => JSON.stringify(scrub(line)));
    const to = join(root, 'packages/agents/src', profile.recordings);
    await mkdir(to, { recursive: true });
    await writeFile(join(to, `${name.replaceAll(' ', '-')}.jsonl`), `${lines.join('\n')}\n`);
    console.log(`${profile.name}: ${name} (${runs.map(({ end }) => end.outcome).join(', ')})`);
  });
}
