import { isEntry, recordedTextOf } from '@posthouse/protocol';
import type { ScriptedTurn } from '@posthouse/runtime/scripted';
import { expect, test } from 'vitest';
import { cuttingIn, playRun, type RunOptions, stopping } from '../run-messages/__fixtures__/play-run.ts';
import { OpenTexts } from './open-texts.ts';

const aside: ScriptedTurn = { text: 'Let me see how deep the water is.', toolCalls: [{ name: 'look', input: {} }] };
const answer: ScriptedTurn = {
  toolCalls: [{ name: 'task_complete', input: { finish_message: 'It is deep enough.' } }],
};
const stalled: ScriptedTurn = { ...aside, fault: { kind: 'stall', afterChunks: 3 } };

test.each<[string, RunOptions]>([
  ['is cut in on', { lead: [stalled, answer], intervene: cuttingIn }],
  ['is stopped', { lead: [stalled], intervene: stopping }],
])('open text of a run that %s is what its readers were told, until it is in the log', async (_, options) => {
  const { events } = await playRun(options);
  const texts = new OpenTexts();
  const wrong: unknown[] = [];
  let told = 0;
  for (const event of events) {
    // Whoever comes back after a cut is told the last piece once more.
    for (const each of event.type === 'token' ? [event, event] : [event]) texts.see(each);
    const open = texts.all().filter((each) => each.type === 'token');
    if (event.type === 'token') {
      const { turn, part, offset, delta } = event;
      const text = open.find((each) => each.turn === turn && each.part === part);
      const isWhole = text?.offset === 0 && text.delta.length === offset + delta.length && text.delta.endsWith(delta);
      if (!isWhole) wrong.push({ event, text });
      told += 1;
    } else if (isEntry(event) && recordedTextOf(event) !== undefined) wrong.push(...open);
  }
  expect(wrong).toEqual([]);
  expect([told > 0, texts.all()]).toEqual([true, []]);
});
