import { createMAIL } from '@posthouse/ai-sdk-provider';
import { generateText } from 'ai';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ask, finish, openTeam } from './__fixtures__/team-host.ts';
import { connection, playing, recording, type Then } from './__fixtures__/playing.ts';

/** What a server of ours sent about a run with two agents, event by event, and the answer that it comes to. */
let events: string[] = [];
const ANSWER = 'It took a while, but here I am.';

beforeAll(async () => {
  await using team = await openTeam({
    boss: [ask('clerk', 'Hi', { reasoning: 'Let me ask.' }), finish(ANSWER, { chunkSize: 6 })],
    clerk: [ask('boss', 'Hi')],
  });
  const record = recording();
  await generateText({ model: team.mail({ fetch: record.fetch })('team'), prompt: 'go' });
  events = record.events();
});

/** A connection to the server, over which some of these events come. */
const ours = (some: readonly string[], then?: Then) => connection(some, then, { 'x-task-id': 't' });
const half = (then: Then) => ours(events.slice(0, 5), then);
const rest = () => ours([events[0]!, ...events.slice(5)]);
const hangUp = () => {
  throw new TypeError('fetch failed');
};
const refuse = (status: number, code: string) => () => Response.json({ detail: 'no', code }, { status });

/** Asks over these connections, one after the other, without waiting as long as a user would. */
async function answerOver(...connections: (() => Response)[]) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { fetch, asked } = playing(...connections);
  const call = generateText({ model: createMAIL({ fetch })('team'), prompt: 'go', maxRetries: 0 });
  const outcome = call.then(
    ({ text }) => ({ text, error: undefined }),
    (error: unknown) => ({ text: undefined, error }),
  );
  await vi.advanceTimersByTimeAsync(120_000);
  return { ...(await outcome), asked };
}

const POST = 'POST /message';
const GET = 'GET /tasks/t/tellings';

describe('an answer over a bad connection', () => {
  afterEach(() => void vi.useRealTimers());

  it('an answer ends with its run, even if the connection stays open', async () => {
    expect(await answerOver(() => ours(events, 'wait'))).toMatchObject({ text: ANSWER, asked: [POST] });
  });

  it.each([
    ['ends', 'end'],
    ['breaks', 'cut'],
    ['falls silent', 'wait'],
  ] as const)('an answer continues where it was when the connection %s', async (_, then) => {
    expect(await answerOver(() => half(then), rest)).toMatchObject({ text: ANSWER, asked: [POST, GET] });
  });

  it.each([
    ['hangs up', hangUp],
    ['is starting', refuse(503, 'unavailable')],
    ['sends nothing', () => ours([])],
  ])('an answer is requested again while the server %s', async (_, reply) => {
    expect(await answerOver(() => half('cut'), reply, reply, rest)).toMatchObject({
      text: ANSWER,
      asked: [POST, GET, GET, GET],
    });
  });

  it('the post is repeated if nothing of the answer has arrived', async () => {
    expect(
      await answerOver(
        () => ours([], 'cut'),
        () => ours(events),
      ),
    ).toMatchObject({
      text: ANSWER,
      asked: [POST, POST],
    });
  });

  it('fails with stream_lost after five reconnects that bring nothing', async () => {
    const { error, asked } = await answerOver(
      () => half('cut'),
      () => ours([]),
    );
    expect(error).toMatchObject({ name: 'MAIL_TaskError', code: 'stream_lost' });
    expect(asked).toEqual([POST, ...Array<string>(5).fill(GET)]);
  });

  it('fails at once if the server refuses the reconnect', async () => {
    const { error, asked } = await answerOver(() => half('cut'), refuse(404, 'task_not_found'));
    expect(error).toMatchObject({ name: 'AI_APICallError', statusCode: 404 });
    expect(asked).toEqual([POST, GET]);
  });

  it.each([409, 401, 500])('fails without a retry if the message is refused with %i', async (status) => {
    const { error, asked } = await answerOver(refuse(status, status === 409 ? 'task_running' : 'internal'));
    expect(error).toMatchObject({ name: 'AI_APICallError', statusCode: status, isRetryable: false });
    expect(asked).toEqual([POST]);
  });

  it('fails with the reason if it cannot be parsed', async () => {
    const { error } = await answerOver(() => ours(['event: telling\ndata: {\n\n']));
    expect(String(error)).toMatch(/ended before the task did: .*JSON/);
  });
});
