import type { AgentScript, AgentStep } from '@posthouse/agents';
import type { Telling } from '@posthouse/protocol';
import type { UIMessage } from 'ai';
import { describe, expect, test } from 'vitest';
import { CuttingProxy } from '../../packages/server/src/__fixtures__/cutting-proxy.ts';
import { openAgent, openFolder } from './__fixtures__/agent-host.ts';
import { type ChatHost, openInstance } from './__fixtures__/chat-host.ts';
import { Gates } from './__fixtures__/gates.ts';
import type { Beat } from './__fixtures__/paced-model.ts';
import { rawChat } from './__fixtures__/raw-chat.ts';
import { readTellings } from './__fixtures__/read-tellings.ts';
import { textOf, toolsOf } from './__fixtures__/read-message.ts';
import { ourSDKs } from './__fixtures__/sdks.ts';

/** Text of which no two places are the same, and that has characters of every width. */
const write = (name: string, length: number): string => {
  let text = '';
  for (let line = 0; text.length < length; line += 1) text += `${name} ${line} – "ä€𝄞" \n`;
  return text.slice(0, length);
};
const inPieces = (text: string): Beat[] => (text.match(/[^]{1,500}/gu) ?? []).map((say) => ({ say }));

const THOUGHT = write('thought', 9_000);
const ANSWER = write('answer', 35_000);
/** Two texts, the second of which stops at a gate two thirds of the way. */
const play = (): Beat[] => [
  { think: THOUGHT },
  ...inPieces(ANSWER.slice(0, 23_000)),
  { wait: 'middle' },
  ...inPieces(ANSWER.slice(23_000)),
];
const BYTES = Buffer.byteLength(THOUGHT + ANSWER, 'utf8');
const question = { id: 'u1', role: 'user', parts: [{ type: 'text', text: 'Tell me everything.' }] } satisfies UIMessage;

/** Cuts every connection after 8 to 16 KB, and never lets one through. */
async function openProxy({ server, token }: Pick<ChatHost, 'server' | 'token'>) {
  let count = 0;
  const proxy = await CuttingProxy.start({
    port: Number(new URL(server.url).port),
    cuts: Number.POSITIVE_INFINITY,
    next: () => ({ up: Number.POSITIVE_INFINITY, down: 8_000 + (((count += 1) * 2_917) % 8_000) }),
  });
  return { proxy, place: { api: `${proxy.url}/api/chat`, token } };
}

const [, open7] = ourSDKs.at(-1)!;

describe.each(ourSDKs)('a page of %s behind a proxy that cuts every connection after 8 to 16 KB', (_, open) => {
  test('gets an answer of 35 KB that is being written, each part once and as an uncut reader does', async () => {
    await using host = await openInstance({ play });
    const { proxy, place } = await openProxy(host);
    await using _proxy = proxy;
    const chat = open(place);
    const sent = chat.sendMessage(question);
    await expect
      .poll(() => chat.error ?? textOf(chat.messages.at(-1)!), { timeout: 30_000 })
      .toBe(ANSWER.slice(0, 23_000));
    const [late, uncut] = [open(place), open(host)];
    const resumed = [late.resumeStream(), uncut.resumeStream()];
    const told = () => [late, uncut].map(({ messages }) => messages.at(-1)).map((each) => each && textOf(each).length);
    await expect.poll(told, { timeout: 30_000 }).toEqual([23_000, 23_000]);
    const before = proxy.carried;
    host.gates.open('middle');
    await Promise.all([sent, ...resumed]);
    expect([chat.error, late.error, uncut.error]).toEqual([undefined, undefined, undefined]);
    expect(textOf(uncut.messages.at(-1)!)).toBe(ANSWER);
    expect(chat.messages.at(-1)).toEqual(uncut.messages.at(-1));
    expect(late.messages.at(-1)).toEqual(uncut.messages.at(-1));
    expect(proxy.cuts).toBeGreaterThan(8);
    expect(proxy.carried).toBeLessThan(2 * 2 * BYTES);
    // The rest of the text, for two readers: nothing from before the gate comes again.
    expect(proxy.carried - before).toBeLessThan(2 * 2 * (BYTES / 3));
    expect(chat.checked.problems).toEqual([]);
  });

  test('gets an answer of 35 KB that is finished', async () => {
    await using host = await openInstance({ play });
    host.gates.open('middle');
    const uncut = open(host);
    await uncut.sendMessage(question);
    const { proxy, place } = await openProxy(host);
    await using _proxy = proxy;
    const chat = open(place);
    await chat.sendMessage(question);
    expect(chat.error).toBeUndefined();
    expect(textOf(chat.messages.at(-1)!)).toBe(ANSWER);
    expect(chat.messages.at(-1)).toEqual(uncut.messages.at(-1));
    expect(proxy.cuts).toBeGreaterThan(2);
    expect(proxy.carried).toBeLessThan(2 * BYTES);
    expect([host.model.asked, chat.checked.problems]).toEqual([1, []]);
  });

  test('gets the answer of 35 KB that comes after an approval', async () => {
    await using host = await openInstance({
      play: ({ result }) => (result === undefined ? [{ call: 'pay', input: { sum: 5 } }] : inPieces(ANSWER)),
    });
    const { proxy, place } = await openProxy(host);
    await using _proxy = proxy;
    const chat = open(place);
    await chat.sendMessage(question);
    const [asked] = toolsOf(chat.messages.at(-1)!);
    await chat.addToolApprovalResponse({ id: asked!.approval!.id, approved: true });
    await expect
      .poll(() => chat.error ?? [chat.messages.length, textOf(chat.messages.at(-1)!)], { timeout: 30_000 })
      .toEqual([2, ANSWER]);
    await expect.poll(() => chat.status, { timeout: 30_000 }).toBe('ready');
    expect(toolsOf(chat.messages.at(-1)!)).toMatchObject([{ state: 'output-available', output: { paid: 5 } }]);
    expect(proxy.cuts).toBeGreaterThan(2);
    expect([host.model.asked, chat.checked.problems]).toEqual([2, []]);
  });
});

/** A thought, a call whose input streams, and the answer with the same gate in it. */
function toScript(gates: Gates): AgentScript {
  const call = { callId: 'c1', tool: 'look' };
  const input = write('input', 6_000);
  return async function* ({ signal }): AsyncGenerator<AgentStep> {
    yield { think: THOUGHT, pieceLength: 500 };
    yield { news: { type: 'call-start', ...call } };
    for (const { say } of inPieces(JSON.stringify(input)) as { say: string }[]) {
      yield { news: { type: 'call-input', callId: 'c1', delta: say } };
      yield { wait: 1 };
    }
    yield { news: { type: 'call', ...call, input } };
    yield { news: { type: 'result', callId: 'c1', output: write('output', 6_000) } };
    yield { say: ANSWER.slice(0, 23_000), pieceLength: 500 };
    await gates.wait('middle', signal);
    yield { say: ANSWER.slice(23_000), pieceLength: 500 };
  };
}

/** What the page shows of an answer, without where its text was told in two. */
const shownOf = (message: UIMessage) => [message.parts.filter((part) => !('text' in part)), textOf(message)];

describe.each(ourSDKs)('a page of %s with an agent, behind the same proxy', (_, open) => {
  test.each([
    ['in the process that it runs in', false],
    ['in another process', true],
  ])('gets an answer of 35 KB %s, each part once and as an uncut reader does', async (__, isElsewhere) => {
    await using folder = await openFolder();
    const gates = new Gates();
    await using here = await openAgent(folder.path, toScript(gates));
    await using there = await openAgent(folder.path, toScript(gates));
    const { proxy, place } = await openProxy(isElsewhere ? there : here);
    await using _proxy = proxy;
    const [early, uncut] = [open(isElsewhere ? here : place), open(isElsewhere ? there : here)];
    const sent = early.sendMessage(question);
    const told = (chat: typeof early) => chat.error ?? (chat.messages.at(-1) && textOf(chat.messages.at(-1)!).length);
    await expect.poll(() => told(early), { timeout: 60_000 }).toBe(23_000);
    const late = open(place);
    const resumed = [late.resumeStream(), uncut.resumeStream()];
    await expect.poll(() => [told(late), told(uncut)], { timeout: 60_000 }).toEqual([23_000, 23_000]);
    const before = proxy.carried;
    gates.open('middle');
    await Promise.all([sent, ...resumed]);
    expect([early.error, late.error, uncut.error]).toEqual([undefined, undefined, undefined]);
    const whole = uncut.messages.at(-1)!;
    expect(textOf(whole)).toBe(ANSWER);
    expect([early.messages.at(-1), late.messages.at(-1)]).toEqual([whole, whole]);
    const stored = open(place);
    await stored.sendMessage(question);
    expect(shownOf(stored.messages.at(-1)!)).toEqual(shownOf(whole));
    expect(proxy.cuts).toBeGreaterThan(isElsewhere ? 8 : 12);
    // Nothing from before the gate came again for whoever was there.
    expect(proxy.carried - before).toBeLessThan(2 * (BYTES / 3) * (isElsewhere ? 1 : 2) + 2 * (BYTES + 20_000));
    expect([early, late, stored].flatMap(({ checked }) => checked.problems)).toEqual([]);
  });
});

const wordsOf = (told: readonly Telling[]): string =>
  told.map((telling) => (telling.type === 'text' && telling.text.isAnswer ? telling.delta : '')).join('');

describe('tellings through the same proxy', () => {
  test('tellings continue in the middle of a text that is being written, and of a finished one', async () => {
    await using host = await openInstance({ play });
    const { proxy } = await openProxy(host);
    await using _proxy = proxy;
    const { token } = host;
    const live = await readTellings({
      url: proxy.url,
      token,
      onTold: (told) => (wordsOf(told).length >= 23_000 ? host.gates.open('middle') : undefined),
    });
    expect(proxy.carried).toBeLessThan(2 * BYTES);
    const finished = await readTellings({ url: proxy.url, token });
    expect(proxy.carried).toBeLessThan(2 * 2 * BYTES);
    expect(proxy.cuts).toBeGreaterThan(5);
    const uncut = await readTellings({ url: host.server.url, token });
    const isOther = ({ type }: Telling): boolean => type !== 'text';
    for (const told of [live, finished, uncut]) {
      expect(wordsOf(told)).toBe(ANSWER);
      expect(told.at(-1)).toEqual({ type: 'end', outcome: 'complete', text: ANSWER });
      expect(told.filter(isOther)).toEqual(uncut.filter(isOther));
    }
    expect(host.model.asked).toBe(1);
  });
});

test('an invented cursor is refused, or hides text only from its sender', async () => {
  await using host = await openInstance({ play });
  host.gates.open('middle');
  await open7(host).sendMessage(question);
  const { messages, resume } = rawChat(host);
  const { id } = (await messages()).at(-1)!;
  const ask = async (query: string) => {
    const response = await resume(`?message=${id}${query}`);
    return { status: response.status, text: await response.text() };
  };
  const many = (count: number) => Array.from({ length: count }, (_, part) => `&has=9/part/${part}`).join('');
  const wrong = ['&after=-1', '&after=1e9', '&after=', '&has=1/a', '&after=1&has=a', '&after=1&has=-1/a'];
  for (const query of [...wrong, `&after=1${many(257)}`]) {
    expect(await ask(query), query).toMatchObject({ status: 400, text: expect.stringContaining('invalid_input') });
  }
  expect((await resume('?after=1')).status).toBe(400);
  const whole = await ask('');
  // The first entry is the beginning of the run, so all texts are behind it.
  const [, ...unharmed] = (await ask(`&after=1${many(256)}`)).text.split('\n\n');
  expect(whole.text.split('\n\n').slice(-unharmed.length)).toEqual(unharmed);
  expect(unharmed.join('').length).toBeGreaterThan(THOUGHT.length + ANSWER.length);
  const greedy = await ask(`&after=999999999999999&has=999999999999999/writer/1/1/0`);
  expect(greedy).toMatchObject({
    status: 200,
    text: expect.stringMatching(/^data: \{"type":"start".*\n\ndata: \[DONE\]\n\n$/),
  });
  expect(await ask('')).toEqual(whole);
});
