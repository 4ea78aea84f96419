import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ModelMessage } from '../../packages/ai-sdk-provider/src/__fixtures__/ai-versions.ts';
import {
  changeHistory,
  historyChanges,
  lineOf,
  type Line,
} from '../../packages/protocol/src/__fixtures__/history-changes.ts';
import { openTeam, type TeamHost } from '../ai-sdk-provider/__fixtures__/team-host.ts';
import { answering, ask, historyDoors, questionsIn, user } from './__fixtures__/history-doors.ts';

const HISTORIES = process.env.TEST_FULL === '1' ? 12 : 4;

let team: TeamHost;
beforeAll(async () => {
  globalThis.AI_SDK_LOG_WARNINGS = false;
  team = await openTeam({ boss: answering() });
});
afterAll(async () => {
  delete globalThis.AI_SDK_LOG_WARNINGS;
  await team[Symbol.asyncDispose]();
});

test.each(historyDoors)(
  'through %s a model gets each message of a history once and none that was removed, whatever was done to it',
  async (_, door) => {
    const plays = fc.array(fc.tuple(historyChanges, fc.boolean()), { minLength: 1, maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(plays, async (steps) => {
        const lines: Line<ModelMessage[]>[] = [lineOf()];
        let count = 0;
        for (const [changes, looks] of steps) {
          const { asked, kept } = changeHistory(lines, changes, () => `Q-${(count += 1)}${looks ? ' look' : ''}`);
          const messages = asked.turns.flatMap((turn) => ('said' in turn ? [user(turn.said)] : turn.answer));
          const { length } = team.boss.requests;
          const answered = await ask(door, team, messages);
          const toWord = (text: string) => text.split(' ')[0]!;
          const trimmed = new Set([...asked.trimmed].map(toWord));
          const words = asked.turns.flatMap((turn) => ('said' in turn ? [toWord(turn.said)] : []));
          const requests = team.boss.requests.slice(length);
          expect(requests).not.toEqual([]);
          for (const request of requests) {
            const told = questionsIn(request);
            expect(new Set(told).size).toBe(told.length);
            expect(told.filter((text) => !trimmed.has(text))).toEqual(words);
          }
          lines.push({ ...kept, turns: [...kept.turns, { answer: answered.slice(messages.length) }] });
        }
      }),
      { numRuns: HISTORIES },
    );
  },
);
