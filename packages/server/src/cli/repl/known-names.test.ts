import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startRecordingServer, type RecordingServer } from '../__fixtures__/recording-server.ts';
import { testTerminal } from '../__fixtures__/test-terminal.ts';
import { Palette } from '../terminal/palette.ts';
import type { Known } from './complete-line.ts';
import { KnownNames } from './known-names.ts';
import { ReplSession } from './repl-session.ts';

let server: RecordingServer;
let isDown = false;
beforeAll(async () => {
  server = await startRecordingServer(({ path }) => {
    if (isDown) return { status: 400, json: { detail: 'no' } };
    if (path === '/ui/agents') {
      const agent = { comm_targets: [], enable_entrypoint: true, can_complete_tasks: true, enable_interswarm: false };
      return {
        json: {
          agents: [
            { name: 'boss', ...agent },
            { name: 'clerk', ...agent },
          ],
          entrypoint: 'boss',
        },
      };
    }
    return path === '/swarms' ? { json: { swarms: [] } } : { json: {} };
  });
});
afterAll(() => server[Symbol.asyncDispose]());

function names() {
  const session = new ReplSession({
    terminal: testTerminal(),
    palette: new Palette(false),
    url: server.url,
    token: 'key',
    timeoutMs: 5_000,
    verbose: false,
    json: false,
    ask: async () => undefined,
    signal: new AbortController().signal,
  });
  server.requests.length = 0;
  return { session, known: new KnownNames(session) };
}

const paths = () => server.requests.map(({ path }) => path);
const want = (kind: keyof Known) => (known: Known) => [[...known[kind]], ''] as [string[], string];

describe('names for completion', () => {
  test('names are requested once, when first needed', async () => {
    const { known } = names();
    expect(paths()).toEqual([]);
    expect(await known.complete(want('agent'))).toEqual([['boss', 'clerk'], '']);
    expect(await known.complete(want('agent'))).toEqual([['boss', 'clerk'], '']);
    expect(paths()).toEqual(['/ui/agents']);
  });

  test('names are not requested while other names are completed', async () => {
    const { known } = names();
    const [commands] = await known.complete(want('command'));
    expect(commands).toEqual(expect.arrayContaining(['message', 'follow']));
    await known.complete(() => [[], '']);
    await known.complete(want('swarm'));
    expect(paths()).toEqual(['/swarms']);
  });

  test('names for completion include the tasks of this conversation', async () => {
    const { session, known } = names();
    session.tasks.add('here');
    expect(await known.complete(want('task'))).toEqual([['here'], '']);
    session.tasks.add('there');
    expect(await known.complete(want('task'))).toEqual([['here', 'there'], '']);
    expect(paths()).toEqual(['/tasks']);
  });

  test('names are requested again after a failure', async () => {
    const { known } = names();
    isDown = true;
    expect(await known.complete(want('agent'))).toEqual([[], '']);
    isDown = false;
    expect(await known.complete(want('agent'))).toEqual([['boss', 'clerk'], '']);
  });
});
