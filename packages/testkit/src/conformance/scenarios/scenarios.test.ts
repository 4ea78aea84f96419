import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseStream } from '../streams/parse-stream.ts';
import { toLabels } from '../streams/to-label.ts';
import { PLAYS } from '../swarm/plays.ts';
import { matches } from './pattern.ts';
import { SCENARIOS } from './scenarios.ts';

const recordingOf = (name: string): string => join(process.env.MAIL_REFERENCE_DATA ?? '', 'wire', `stream_${name}.sse`);

const isRecorded = (name: string): boolean =>
  process.env.MAIL_REFERENCE_DATA !== undefined && existsSync(recordingOf(name));

describe.each(SCENARIOS)('the scenario $name', ({ name, endings }) => {
  it('the conformance swarm plays every scenario', () => {
    expect(Object.keys(PLAYS)).toContain(name);
  });

  it('begins with the message of the user and ends once', () => {
    for (const { shows } of endings) {
      expect(shows[0]).toBe('new_message user>supervisor request');
      expect(['task_complete', 'task_error']).toContain(shows.at(-1));
    }
  });

  it('gives a reason for each alternative', () => {
    const [reference, ...better] = endings;
    expect(reference?.differences).toBeUndefined();
    for (const { differences } of better) expect(differences).toHaveLength(1);
  });
});

it('the scenarios equal the recordings of the reference, where there are any', () => {
  const recorded = SCENARIOS.filter(({ name }) => isRecorded(name));
  for (const { name, endings } of recorded) {
    const { frames, problems } = parseStream(readFileSync(recordingOf(name), 'utf8'));
    expect(problems, name).toEqual([]);
    // The reference calls an agent by the name of its swarm once, and that was another name.
    const labels = toLabels(frames).map((label) => label.replace('swarm-alpha', 'conformance'));
    const { shows, response } = endings[0]!;
    expect(matches(shows, labels), `${name}:\n${labels.join('\n')}`).toBe(true);
    expect(String(frames.at(-1)?.data.response), name).toMatch(response);
  }
  expect(recorded).toHaveLength(process.env.MAIL_REFERENCE_DATA === undefined ? 0 : 17);
});
