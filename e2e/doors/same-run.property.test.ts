import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aiVersions } from '../../packages/ai-sdk-provider/src/__fixtures__/ai-versions.ts';
import { Federated } from '../../packages/server/src/__fixtures__/federated.ts';
import { sdks } from '../chat/__fixtures__/sdks.ts';
import type { Account } from './__fixtures__/account.ts';
import * as doors from './__fixtures__/doors.ts';
import { townsOf, type World, worldArbitrary } from './__fixtures__/world.ts';

const WORLDS = process.env.TEST_FULL === '1' ? 40 : 4;

let towns: Federated;
let world: World;
beforeAll(async () => {
  globalThis.AI_SDK_LOG_WARNINGS = false;
  towns = await Federated.start(townsOf(() => world));
});
afterAll(async () => {
  delete globalThis.AI_SDK_LOG_WARNINGS;
  await towns[Symbol.asyncDispose]();
});

type Reader = [door: string, read: (place: doors.Place) => Promise<Account>];

/** Every door through which the same message is the same run. */
const readers: Reader[] = [
  ['/message', doors.whole],
  ['/message, streamed', (place) => doors.streamed(place, true)],
  ['/message, with tokens', (place) => doors.streamed(place, 'tokens')],
  ['/message, as tellings', (place) => doors.told(place)],
  ['/message, as tellings, cut', (place) => doors.told(place, 700)],
  ...aiVersions.flatMap(([name, ai]): Reader[] => [
    [`generateText of ${name}`, (place) => doors.generated(ai, place)],
    [`streamText of ${name}`, (place) => doors.textStreamed(ai, place)],
  ]),
  ['Chat Completions', (place) => doors.completed(place, false)],
  ['Chat Completions, streamed', (place) => doors.completed(place, true)],
  ['Responses', (place) => doors.responded(place, false)],
  ['Responses, streamed', (place) => doors.responded(place, true)],
  ['MCP', doors.toolCalled],
];

test('every door tells the same run of a federated swarm, to early and late readers alike', async () => {
  let count = 0;
  await fc.assert(
    fc.asyncProperty(worldArbitrary, async (next) => {
      world = next;
      const { url } = towns.town('alpha');
      count += 1;
      const place = doors.placeOf(url, `session-${count}`);
      // Whoever comes first begins the run; all others find it.
      const early = await Promise.all(readers.map(async ([door, read]) => [door, await read(place)] as const));
      const late = await Promise.all(
        readers.map(async ([door, read]) => [`${door}, late`, await read(place)] as const),
      );
      const printed = await doors.printed(place);
      const [sdk, open] = sdks[count % sdks.length]!;
      const told = await doors.chatted(open, url, `chat-${count}`);
      const accounts: (readonly [string, Account])[] = [
        ...early,
        ...late,
        ['GET /tasks/…/events', await doors.followed(place)],
        ['GET /tasks/…/tellings', await doors.retold(place)],
        ['posthouse run', printed],
        [`useChat of ${sdk}, reloaded`, await doors.reloaded(url, `chat-${count}`)],
      ];
      expect(await doors.recorded(place)).toBe('complete');
      expect(told).toMatchObject({ status: 'complete', answer: `boss of alpha answers ${world.bosses.alpha.answer}` });
      for (const [door, account] of accounts) expectSame(door, account, told);
      const { progress } = await doors.toolCalled(place);
      expect([...progress, ...printed.lines].filter((line) => /::task_complete::|@\w+@/.test(line))).toEqual([]);
      expect(printed.lines.filter((line) => line.startsWith('answer: '))).toHaveLength(1);
      const mail = progress.filter((line) => / writes to | answers /.test(line));
      expect(mail).toEqual([...new Set(mail)]);
    }),
    { numRuns: WORLDS },
  );
});

/** What a door tells is what `useChat` shows. */
function expectSame(door: string, { status, answer, thoughts, calls }: Account, told: Account): void {
  expect({ door, status, answer, thoughts, calls }).toEqual({
    door,
    status: told.status,
    answer: told.answer,
    thoughts: thoughts === undefined ? undefined : told.thoughts,
    calls: calls === undefined ? undefined : told.calls,
  });
}
