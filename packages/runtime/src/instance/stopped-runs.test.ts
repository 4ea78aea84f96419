import type { LogEntry } from '@posthouse/protocol';
import { openStore, type Store } from '@posthouse/store';
import { startScriptedLLM } from '@posthouse/testkit';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { checkWire } from '../__fixtures__/check-wire.ts';
import { checkWorld } from '../__fixtures__/check-world.ts';
import { PeerWorld } from '../__fixtures__/peer-world.ts';
import { getWeather, logOf } from '../__fixtures__/play.ts';
import { isSummary } from '../turns/compaction/__fixtures__/clerk.ts';
import { agent, type AgentOptions } from '../definitions/agent.ts';
import { DOORS, KEYS } from '../models/__fixtures__/doors.ts';
import { readMail, type Script, scripted, type ScriptedRequest, type ScriptedTurn } from '../scripted/index.ts';
import type { SwarmOptions } from '../definitions/swarm-definition.ts';
import { swarm } from '../swarm.ts';
import type { SwarmInstance } from './swarm-instance.ts';

const TASK = 't';
const NOTE = '::task_cancelled::';

const complete = (text: string): ScriptedTurn => ({
  toolCalls: [{ name: 'task_complete', input: { finish_message: text } }],
});
/** An answer that never comes to its end: of so many chunks of it readers see something. */
const unfinished = (turn: ScriptedTurn, afterChunks: number): ScriptedTurn => ({
  ...turn,
  chunkSize: 5,
  fault: { kind: 'stall', afterChunks },
});
const WAIT = { name: 'await_message', input: {} };
const answer = (target: string) => ({ name: 'send_response', input: { target, subject: 'Re', body: 'b' } });
const ask = (target: string, subject: string) => ({ name: 'send_request', input: { target, subject, body: subject } });

/** Everybody may write to everybody; the first is the entrypoint. */
function team(
  agents: Record<string, Partial<AgentOptions>>,
  { name = 'team', ...options }: Partial<SwarmOptions> = {},
) {
  const names = Object.keys(agents);
  return swarm({
    ...options,
    name,
    version: '1.0.0',
    entrypoint: names[0]!,
    agents: names.map((each, index) =>
      agent({
        name: each,
        commTargets: names.filter((other) => other !== each),
        ...(index === 0 ? { enableEntrypoint: true, canCompleteTasks: true } : {}),
        ...agents[each],
      }),
    ),
  });
}

const writerOn = (model: AgentOptions['model'], options: Partial<AgentOptions> = {}) =>
  team({ writer: { model: model!, ...options } });

/** Resolves when readers have been shown a text that ends like this, by each of these agents. */
async function shown(instance: SwarmInstance, ends: Record<string, string>): Promise<void> {
  const texts = new Map<string, string>();
  for await (const event of instance.follow(TASK, { tokens: true })) {
    if (event.type !== 'token') continue;
    const id = `${event.agent}/${event.attempt}/${event.part}`;
    texts.set(id, (texts.get(id) ?? '').slice(0, event.offset) + event.delta);
    const isThere = ([by, end]: [string, string]) =>
      [...texts].some(([each, text]) => each.startsWith(`${by}/`) && text.endsWith(end));
    if (Object.entries(ends).every(isThere)) return;
  }
  throw new Error('the run ended before that was shown');
}

/** A conversation as a model was given it, in short: mail by its subject, or by its body if it is from the user. */
function told({ messages }: ScriptedRequest): string[] {
  return messages.flatMap(({ role, text, toolCalls, toolResults }) => {
    if (role === 'user') return mailOf(text);
    const calls = toolCalls.map(({ name }) => `calls ${name}`);
    const results = toolResults.map((result) => `result ${result.text}`);
    return [...(text === '' ? [] : [`says ${text}`]), ...calls, ...results];
  });
}

function mailOf(text: string): string[] {
  const mail = readMail(text).mail.filter(({ kind }) => kind === 'incoming');
  return mail.map(({ subject, body }) => (subject === 'New Message' ? body : subject));
}

const ends = (entries: readonly LogEntry[]) =>
  entries.flatMap((entry) =>
    entry.type === 'text-written' || entry.type === 'text-abandoned'
      ? entry.parts.map(({ agent: by, text }) => `${entry.type} ${by}: ${text}`)
      : [],
  );

async function onStage<Result>(
  definition: ReturnType<typeof team>,
  scene: (instance: SwarmInstance, store: Store) => Promise<Result>,
): Promise<Result> {
  await using store = await openStore('sqlite::memory:');
  await using instance = await definition.instantiate({ store, userId: 'u-1' });
  return await scene(instance, store);
}

/** Stops it when readers have been shown this, and continues with another message. */
async function stopAt(instance: SwarmInstance, texts: Record<string, string>): Promise<void> {
  await shown(instance, texts);
  expect(await instance.cancel(TASK)).toBe(true);
  expect(await instance.cancel(TASK)).toBe(false);
  expect(await instance.postMessage({ body: 'shorter', taskId: TASK })).toMatchObject({ status: 'complete', run: 2 });
}

afterEach(() => vi.unstubAllEnvs());

describe.each(['openai responses', 'openai completions', 'anthropic messages'] as const)(
  'a stopped run in requests to %s',
  (door) => {
    test('a stopped run is shown in a form that the provider accepts, the same in each later request', async () => {
      const script: Script = [
        { reasoning: 'Where is it?', toolCalls: [{ name: 'get_weather', input: { city: 'Oslo' } }] },
        unfinished({ reasoning: 'Secret.', text: 'Here it is:', ...complete('Cats purr and nap.') }, 11),
        complete('Cats nap.'),
        complete('Nap.'),
      ];
      await using llm = await startScriptedLLM({ script });
      for (const [name, key] of Object.entries(KEYS)) vi.stubEnv(name, key);
      for (const name of ['OPENAI_BASE_URL', 'ANTHROPIC_BASE_URL']) vi.stubEnv(name, `${llm.url}/v1`);
      const { model, ...options } = DOORS[door] as { model: string };
      await onStage(writerOn(model, { ...options, actions: [getWeather] }), async (instance) => {
        await instance.submit({ body: 'write about cats', taskId: TASK });
        await stopAt(instance, { writer: 'Cats purr a' });
        await instance.postMessage({ body: 'shorter still', taskId: TASK });
      });
      const [, , second, third] = llm.requests;
      expect(told(second!)).toEqual([
        'write about cats',
        'calls get_weather',
        'result SUCCESS: {"city":"Oslo","t":20}',
        'says Here it is:\n\nCats purr a',
        NOTE,
        'shorter',
      ]);
      expect(JSON.stringify(second!.body)).not.toContain('Secret');
      for (const { body } of llm.requests) expect(checkWire(body)).toEqual([]);
      const [before, after] = [second!, third!].map(({ messages }) => messages);
      expect(after!.slice(0, before!.length)).toEqual(before);
      llm.assertClean();
    });
  },
);

describe('after a stop', () => {
  test('every agent that took part knows of it, whether at work or not, also in another process', async () => {
    const [boss, ann, ben] = [
      scripted([
        { toolCalls: [ask('ann', 'cats'), ask('ben', 'dogs'), WAIT] },
        { toolCalls: [ask('ann', 'more cats'), ask('ben', 'more dogs'), WAIT] },
        complete('Done.'),
      ]),
      scripted([unfinished({ text: 'Cats purr and nap.' }, 2), { toolCalls: [answer('boss')] }]),
      scripted([unfinished({ text: 'Dogs bark and dig.' }, 2), unfinished({ text: 'Dogs' }, 0)]),
    ];
    const definition = team({ boss: { model: boss }, ann: { model: ann }, ben: { model: ben } });
    await onStage(definition, async (instance, store) => {
      await instance.submit({ body: 'animals', taskId: TASK });
      await shown(instance, { ann: 'Cats purr ', ben: 'Dogs bark ' });
      await instance.cancel(TASK);
      // What comes next is read by somebody who knows nothing but the store.
      await using other = await definition.instantiate({ store, userId: 'u-1' });
      expect(await other.postMessage({ body: 'again', taskId: TASK })).toMatchObject({ status: 'complete' });
    });
    const sent = ['calls send_request', 'calls send_request', 'calls await_message'];
    expect(told(boss.requests[1]!).filter((line) => !line.startsWith('result'))).toEqual([
      'animals',
      ...sent,
      NOTE,
      'again',
    ]);
    expect(told(ann.requests[1]!)).toEqual(['cats', 'says Cats purr ', NOTE, 'more cats']);
    expect(told(ben.requests[1]!)).toEqual(['dogs', 'says Dogs bark ', NOTE, 'more dogs']);
  });

  test('agents know what the user wrote and nobody had read, and so do those of a fork', async () => {
    const model = scripted((request) =>
      request.index === 0 ? unfinished({ text: 'Cats purr and nap.' }, 2) : complete('Cats nap.'),
    );
    await onStage(writerOn(model), async (instance) => {
      await instance.submit({ body: 'cats', taskId: TASK });
      await shown(instance, { writer: 'Cats purr ' });
      await instance.submit({ body: 'and dogs', taskId: TASK });
      await instance.submit({ body: 'then birds', taskId: TASK, whenOpen: 'queue' });
      await stopAt(instance, { writer: 'Cats purr ' });
      const taskId = await instance.fork(TASK, { beforeRun: 2 });
      await instance.postMessage({ body: 'longer', taskId });
    });
    const known = ['cats', 'says Cats purr ', 'and dogs', 'then birds', NOTE];
    expect(told(model.requests[1]!)).toEqual([...known, 'shorter']);
    expect(told(model.requests[2]!)).toEqual([...known, 'longer']);
  });

  test('agents know a question that nobody had answered yet', async () => {
    const model = scripted([unfinished({ reasoning: 'Cats, I think.', text: 'Cats.' }, 2), complete('Cats nap.')]);
    await onStage(writerOn(model), async (instance) => {
      await instance.submit({ body: 'cats', taskId: TASK });
      await stopAt(instance, { writer: 'Cats, I th' });
      expect(ends(await logOf(instance, TASK)).slice(0, 1)).toEqual(['text-written writer: Cats, I th']);
    });
    expect(told(model.requests[1]!)).toEqual(['cats', NOTE, 'shorter']);
  });

  test('only text that an interrupt took back is void after a stop', async () => {
    const model = scripted([
      unfinished({ text: 'Cats purr and nap.' }, 2),
      unfinished({ text: 'Dogs bark and dig.' }, 2),
      complete('Dogs.'),
    ]);
    const log = await onStage(writerOn(model), async (instance) => {
      await instance.submit({ body: 'cats', taskId: TASK });
      await shown(instance, { writer: 'Cats purr ' });
      await instance.submit({ body: 'no, dogs', taskId: TASK, whenOpen: 'interrupt' });
      await stopAt(instance, { writer: 'Dogs bark ' });
      return logOf(instance, TASK);
    });
    expect(ends(log).slice(0, 2)).toEqual(['text-written writer: Dogs bark ', 'text-abandoned writer: Cats purr ']);
    expect(told(model.requests[2]!)).toEqual(['cats', 'no, dogs', 'says Dogs bark ', NOTE, 'shorter']);
  });

  test('an agent in manual mode knows what its step was about and what it had said', async () => {
    const model = scripted([unfinished({ text: 'Cats purr and nap.' }, 2), { text: 'Nap.' }]);
    await using store = await openStore('sqlite::memory:');
    await using instance = await writerOn(model).instantiate({ store, userId: 'u-1', mode: 'manual' });
    await instance.submit({ body: 'You are at a table.', taskId: TASK });
    const step = instance.manualStep({ taskId: TASK, target: 'writer', payload: 'Speak of cats.' });
    await shown(instance, { writer: 'Cats purr ' });
    await instance.cancel(TASK);
    await expect(step).rejects.toMatchObject({ code: 'cancelled' });
    await instance.submit({ body: 'Again.', taskId: TASK });
    await instance.manualStep({ taskId: TASK, target: 'writer', payload: 'Shorter.' });
    const [question, said, rest] = model.requests[1]!.messages;
    expect(question!.text).toMatch(/You are at a table\.[\s\S]*Speak of cats\.$/);
    expect(said).toMatchObject({ role: 'assistant', text: 'Cats purr ' });
    expect(mailOf(rest!.text)).toEqual([NOTE]);
    expect(rest!.text).toMatch(/Again\.[\s\S]*Shorter\.$/);
  });

  test("a summary includes what was stopped, and keeps the user's messages", async () => {
    const long = `cats ${'and more '.repeat(600)}`;
    const model = scripted((request) => {
      if (isSummary(request)) return { text: 'They spoke of cats.' };
      return request.index === 0 ? unfinished({ text: 'Cats purr and nap.' }, 2) : complete('Nap.');
    });
    await onStage(writerOn(model, { compaction: { maxTokens: 1_500, keepTurns: 1 } }), async (instance) => {
      await instance.submit({ body: long, taskId: TASK });
      await stopAt(instance, { writer: 'Cats purr ' });
    });
    const [, summary, next] = model.requests;
    expect(summary!.messages[0]!.text).toMatch(/<said boundary="(\w+)">\nCats purr \n<\/said boundary="\1">/);
    expect(next!.messages[0]!.text).toMatch(/They spoke of cats\.[\s\S]*cats and more/);
    expect(mailOf(next!.messages[0]!.text)).toEqual([NOTE, 'shorter']);
  });

  test('agents of another swarm know of it, and what they were writing is in the log here', async () => {
    const chief = scripted([unfinished({ text: 'Cats purr and nap.' }, 2), { toolCalls: [answer('boss@alpha')] }]);
    const boss = scripted([
      { toolCalls: [ask('chief@beta', 'cats'), WAIT] },
      { toolCalls: [ask('chief@beta', 'more cats'), WAIT] },
      complete('Done.'),
    ]);
    const outside = { enableInterswarm: true };
    await using world = await PeerWorld.open([
      team({ boss: { model: boss, commTargets: ['chief@beta'], ...outside } }, { name: 'alpha', ...outside }),
      team({ chief: { model: chief, commTargets: ['boss@alpha'], ...outside } }, { name: 'beta', ...outside }),
    ]);
    const { instance } = world.server('alpha');
    await instance.submit({ body: 'animals', taskId: TASK });
    await shown(instance, { 'chief@beta': 'Cats purr ' });
    await instance.cancel(TASK);
    await world.settled();
    expect(ends(await world.logAt('alpha', TASK))).toEqual(['text-written chief@beta: Cats purr ']);
    expect(ends(await world.logAt('beta', TASK, 'alpha'))).toEqual(['text-written chief: Cats purr ']);
    await instance.postMessage({ body: 'again', taskId: TASK });
    await world.settled();
    expect(told(chief.requests[1]!)).toEqual(['cats', 'says Cats purr ', NOTE, 'more cats']);
    expect(await checkWorld(world)).toEqual([]);
  });
});
