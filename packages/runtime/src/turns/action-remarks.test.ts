import { openStore } from '@posthouse/store';
import { describe, expect, test } from 'vitest';
import { action } from '../definitions/action.ts';
import { actor, complete, logOf } from '../__fixtures__/play.ts';
import { swarm } from '../swarm.ts';
import { ActionRemarks } from './action-remarks.ts';

function remarksOf(most: number, texts: readonly string[]): string[] {
  const written: string[] = [];
  const remarks = new ActionRemarks(most, (text) => written.push(text));
  for (const text of texts) remarks.add(text);
  return written;
}

const NOTE = /\[The remarks of this call take more than 500 bytes; no more of them are kept\.\]$/;

describe('the remarks of an action', () => {
  test('remarks are kept as they are while there is room for all of them', () => {
    expect(remarksOf(500, ['one', 'b'.repeat(300), 'three'])).toEqual(['one', 'b'.repeat(300), 'three']);
  });

  test('the one that is too long is cut, says so, and is the last', () => {
    const written = remarksOf(500, ['a'.repeat(200), 'é'.repeat(400), 'lost', 'lost']);
    expect(written).toHaveLength(2);
    expect(written[1]).toMatch(/^é{150}\n\[Cut: these are the first 300 of 800 bytes\.\]\n/);
    expect(written[1]).toMatch(NOTE);
  });

  test('short ones take room as well', () => {
    const written = remarksOf(
      500,
      Array.from({ length: 1_000 }, () => ''),
    );
    expect(written).toHaveLength(6);
    expect(written.at(-1)).toMatch(NOTE);
  });
});

test('an action that writes many large remarks leaves no more in the log than its result may take', async () => {
  const shout = action({
    name: 'shout',
    description: 'Shouts.',
    parameters: { type: 'object' },
    execute: (_, context) => {
      for (let time = 0; time < 20; time += 1) context.log('x'.repeat(100_000));
      return 'done';
    },
  });
  const lines = [[{ tool: 'shout', input: {} }], [{ tool: 'shout', input: {} }], complete('done')];
  const boss = actor('boss', lines, {
    commTargets: [],
    enableEntrypoint: true,
    canCompleteTasks: true,
    actions: [shout],
  });
  const limits = { storedResultBytes: 150_000 };
  const team = swarm({ name: 'team', version: '1.0.0', entrypoint: 'boss', agents: [boss], limits });
  await using store = await openStore('sqlite::memory:');
  await using instance = await team.instantiate({ store, userId: 'u' });
  await instance.postMessage({ body: 'go', taskId: 't' });
  const remarks = (await logOf(instance, 't')).flatMap((entry) =>
    entry.type === 'notice' && entry.code === 'action_log' ? [entry.text] : [],
  );
  expect(remarks.map((text) => Math.round(text.length / 1000))).toEqual([100, 50, 100, 50]);
});
