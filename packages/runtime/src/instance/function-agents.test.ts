import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallResult } from '@posthouse/protocol';
import { openStore, type Store } from '@posthouse/store';
import type { ModelMessage } from 'ai';
import { expect, onTestFinished, test } from 'vitest';
import { askHuman, complete, getWeather, logOf } from '../__fixtures__/play.ts';
import type { AgentFunction, AgentFunctionInput, AgentFunctionOutput } from '../definitions/agent-function.ts';
import { agent, type AgentOptions } from '../definitions/agent.ts';
import type { PastTurn } from '../respond/past-turn.ts';
import { scripted } from '../scripted/index.ts';
import { swarm } from '../swarm.ts';
import type { SwarmInstance } from './swarm-instance.ts';

const TASK = 'letters';

/** What a function was given in one turn. */
type Given = { inputs: string[]; history: PastTurn[]; messages: ModelMessage[] };

/** A clerk that writes down what it is given, and does what it is told. */
class Clerk {
  readonly given: Given[] = [];
  readonly #lines: (AgentFunctionOutput | Error)[];

  constructor(lines: (AgentFunctionOutput | Error)[]) {
    this.#lines = [...lines];
  }

  readonly run: AgentFunction = async (input: AgentFunctionInput) => {
    const { inputs, history, messages } = input;
    this.given.push({
      inputs: inputs.map(({ message }) => message.subject),
      history: await history(),
      messages: await messages(),
    });
    const line = this.#lines.shift() ?? new Error('the clerk has nothing left to do');
    if (line instanceof Error) throw line;
    return line;
  };

  get last(): Given {
    return this.given.at(-1)!;
  }

  async atWork<Result>(
    store: Store,
    scene: (instance: SwarmInstance) => Promise<Result>,
    options: Partial<AgentOptions> = {},
  ): Promise<Result> {
    const post = swarm({
      name: 'post',
      version: '1.0.0',
      entrypoint: 'clerk',
      agents: [
        agent({
          name: 'clerk',
          run: this.run,
          commTargets: [],
          actions: [getWeather, askHuman],
          enableEntrypoint: true,
          canCompleteTasks: true,
          ...options,
        }),
      ],
      breakpointTools: ['ask_human'],
    });
    await using instance = await post.instantiate({ store });
    return await scene(instance);
  }
}

const look = (city: string, callId: string): AgentFunctionOutput => ({
  calls: [{ tool: 'get_weather', input: { city }, callId }],
});
const finish = (text: string): AgentFunctionOutput => ({
  calls: complete(text).map((call) => ({ ...call, callId: `end-${text}` })),
});
const ask = (instance: SwarmInstance, body: string) => instance.postMessage({ taskId: TASK, body, subject: body });

async function storeInFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'posthouse-functions-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return `sqlite:${join(folder, 'posthouse.db')}`;
}

/** A history in short: what was read, and what became of each call. */
const inShort = (turns: readonly PastTurn[]) =>
  turns.map(({ inputs, calls, text }) => [
    inputs.map(({ message }) => message.subject).join(),
    ...(text === undefined ? [] : [text]),
    ...calls.map(({ tool, result }) => `${tool} ${result.status} ${JSON.stringify(result.content)}`),
  ]);

test('a function sees its earlier turns of a task with the results of their calls, in this run and in later ones', async () => {
  const clerk = new Clerk([look('Oslo', 'c1'), look('BOOM', 'c2'), finish('Cold'), finish('As I said: cold')]);
  await using store = await openStore('sqlite::memory:');
  await clerk.atWork(store, async (instance) => {
    await ask(instance, 'How is Oslo?');
    await ask(instance, 'Again, please');
  });

  const first = ['How is Oslo?', 'get_weather success {"city":"Oslo","t":20}'];
  const second = ['::action_complete::', expect.stringMatching(/^get_weather error .*kaboom/)];
  const third = ['::action_error::', expect.stringMatching(/^task_complete success/)];
  expect(clerk.given.map(({ inputs }) => inputs)).toEqual([
    ['How is Oslo?'],
    ['::action_complete::'],
    ['::action_error::'],
    ['Again, please'],
  ]);
  expect(clerk.given.map(({ history }) => inShort(history))).toEqual([
    [],
    [first],
    [first, second],
    [first, second, third],
  ]);
  expect(clerk.last.history).toMatchObject([
    {
      run: 1,
      turn: 1,
      calls: [
        {
          callId: 'c1',
          tool: 'get_weather',
          input: { city: 'Oslo' },
          result: { status: 'success', content: { city: 'Oslo', t: 20 } } satisfies CallResult,
        },
      ],
    },
    { run: 1, turn: 2 },
    { run: 1, turn: 3 },
  ]);
});

test('a function sees the messages that a model in its place would be given', async () => {
  const lines = [look('Oslo', 'c1'), finish('Cold'), finish('Still cold')];
  const talk = async (instance: SwarmInstance) => {
    await ask(instance, 'How is Oslo?');
    await ask(instance, 'And now?');
  };
  const clerk = new Clerk(lines);
  await using store = await openStore('sqlite::memory:');
  await clerk.atWork(store, talk);

  const model = scripted(
    lines.map(({ calls = [] }) => ({
      toolCalls: calls.map(({ tool, input, callId }) => ({ name: tool, input: input as object, id: callId! })),
    })),
  );
  await using other = await openStore('sqlite::memory:');
  await clerk.atWork(other, talk, { run: undefined, model });

  const plain = (text: string) => text.replaceAll(/(?<=timestamp: )\S+|(?<=boundary=")\w+/g, '*');
  const shown = clerk.given.map(({ messages }) => messages.map((message) => plain(toWords(message))));
  const sent = model.requests.map(({ messages }) =>
    messages.map(({ role, text, toolCalls, toolResults }) =>
      plain([role, text, ...toolCalls.map((call) => call.id), ...toolResults.map((result) => result.text)].join(' ')),
    ),
  );
  expect(shown).toEqual(sent);
  expect(shown.map((messages) => messages.length)).toEqual([1, 3, 6]);
});

/** The role of a message, its text, the ids of its calls and its results. */
function toWords({ role, content }: ModelMessage): string {
  if (typeof content === 'string') return [role, content].join(' ');
  const parts = content.map((part) => {
    if (part.type === 'tool-call') return part.toolCallId;
    if (part.type === 'tool-result') return part.output.type === 'text' ? part.output.value : '?';
    return '?';
  });
  return [role, '', ...parts].join(' ');
}

test('a function sees the same history in the process that worked before and in one that starts later', async () => {
  const url = await storeInFile();
  const begin = async (clerk: Clerk) => {
    await using store = await openStore(url);
    await clerk.atWork(store, async (instance) => void (await ask(instance, 'How is Oslo?')));
  };
  await begin(new Clerk([{ ...look('Oslo', 'c1'), memo: { seen: ['Oslo'] } }, finish('Cold')]));
  const stayed = new Clerk([finish('Cold'), finish('Very')]);
  await using store = await openStore(url);
  await stayed.atWork(store, async (instance) => {
    await ask(instance, 'And now?');
    await ask(instance, 'How cold?');
  });
  const started = new Clerk([finish('Colder')]);
  await using later = await openStore(url);
  await started.atWork(later, async (instance) => void (await ask(instance, 'Colder than before?')));

  expect(started.last.history.slice(0, -1)).toEqual(stayed.last.history);
  expect(stayed.last.history).toHaveLength(3);
  expect(started.last.history).toMatchObject([{ memo: { seen: ['Oslo'] } }, {}, {}, {}]);
  expect(started.last.messages.slice(0, stayed.last.messages.length - 1)).toEqual(stayed.last.messages.slice(0, -1));
});

test('a function gets its memos back, which readers are never told', async () => {
  const clerk = new Clerk([{ ...look('Oslo', 'c1'), memo: 'secret thoughts' }, finish('Cold'), finish('Done')]);
  await using store = await openStore('sqlite::memory:');
  const told = await clerk.atWork(store, async (instance) => {
    await ask(instance, 'How is Oslo?');
    await ask(instance, 'Again');
    return JSON.stringify(await logOf(instance, TASK));
  });

  expect(clerk.last.history.map(({ memo }) => memo)).toEqual(['secret thoughts', undefined]);
  expect(told).toContain('get_weather');
  expect(told).not.toContain('secret thoughts');
  expect(JSON.stringify(clerk.given.map(({ messages }) => messages))).not.toContain('secret thoughts');
});

test('readers are shown the reasoning and the preamble of a call that a function makes', async () => {
  const calls = complete('Done').map((call) => ({ ...call, reasoning: 'It is late.', preamble: 'I stop now.' }));
  const clerk = new Clerk([{ calls }]);
  await using store = await openStore('sqlite::memory:');
  const log = await clerk.atWork(store, async (instance) => {
    await ask(instance, 'Hello');
    return logOf(instance, TASK);
  });

  expect(log.find((entry) => entry.type === 'call')).toMatchObject({
    reasoning: 'It is late.',
    preamble: 'I stop now.',
  });
});

test('a function that changes what it was shown changes nothing of the past', async () => {
  const shown: string[] = [];
  const run: AgentFunction = async ({ history, messages }) => {
    const past = await history();
    const prompt = await messages();
    shown.push(JSON.stringify([past, prompt]));
    for (const { calls, inputs: read } of past) {
      Object.assign(calls[0]!.input as object, { city: 'forged', finish_message: 'forged' });
      read[0]!.message.body = 'forged';
    }
    for (const message of prompt) message.content = 'forged';
    return past.length < 3 ? look('Oslo', `c${past.length}`) : finish('Done');
  };
  await using store = await openStore('sqlite::memory:');
  await new Clerk([]).atWork(store, async (instance) => void (await ask(instance, 'Go')), { run });

  expect(shown).toHaveLength(4);
  expect(shown.at(-1)).toContain('Oslo');
  expect(shown.at(-1)).not.toContain('forged');
});

test('a function sees its failed turns, and the words of those that had no calls', async () => {
  const clerk = new Clerk([new Error('no paper'), { text: 'Hm.' }, finish('Done'), finish('Yes')]);
  await using store = await openStore('sqlite::memory:');
  await clerk.atWork(store, async (instance) => {
    await ask(instance, 'First');
    await ask(instance, 'Second');
    await ask(instance, 'Third');
  });

  const { history } = clerk.last;
  expect(history[0]).toMatchObject({ failure: 'the function of agent clerk failed: no paper', calls: [] });
  expect(history.map(({ text }) => text)).toContain('Hm.');
});

test('a function sees the answer that a person gave to its question', async () => {
  const clerk = new Clerk([{ calls: [{ tool: 'ask_human', input: { q: 'Stamp it?' } }] }, finish('Stamped')]);
  await using store = await openStore('sqlite::memory:');
  await clerk.atWork(store, async (instance) => {
    await ask(instance, 'A letter');
    await instance.answer(await instance.resume(TASK, 'Yes, do'));
  });

  expect(inShort(clerk.last.history)).toEqual([['A letter', 'ask_human success "Yes, do"']]);
  expect(clerk.last.messages.at(-1)).toMatchObject({ role: 'tool', content: [{ output: { value: 'Yes, do' } }] });
});

test('a function in a fork sees the turns before it', async () => {
  const clerk = new Clerk([finish('One'), finish('Two'), finish('Other')]);
  await using store = await openStore('sqlite::memory:');
  await clerk.atWork(store, async (instance) => {
    await ask(instance, 'First');
    await ask(instance, 'Second');
    const taskId = await instance.fork(TASK, { beforeRun: 2 });
    await instance.postMessage({ taskId, body: 'Second, but different' });
  });

  expect(inShort(clerk.last.history).map(([read]) => read)).toEqual(['First']);
});

test('a function whose history is summarised sees the summary in place of the turns', async () => {
  const summaries = scripted(() => ({ text: 'You looked at Oslo.' }));
  const clerk = new Clerk([1, 2, 3, 4, 5].map((each) => finish(`Answer ${each}`)));
  await using store = await openStore('sqlite::memory:');
  await clerk.atWork(
    store,
    async (instance) => {
      for (let each = 1; each <= 5; each += 1) {
        await instance.postMessage({ taskId: TASK, subject: `Letter ${each}`, body: 'lorem ipsum '.repeat(300) });
      }
    },
    { compaction: { maxTokens: 2_000, keepTurns: 1, model: summaries } },
  );

  expect(summaries.requests.length).toBeGreaterThan(0);
  const [summary, ...rest] = clerk.last.history;
  expect(summary).toMatchObject({ inputs: [], calls: [], summary: expect.stringContaining('You looked at Oslo.') });
  expect(rest.map(({ turn }) => turn)).not.toContain(1);
  expect(rest.every((turn) => turn.summary === undefined)).toBe(true);
  expect(clerk.last.messages[0]).toMatchObject({ role: 'user', content: summary!.summary });
});
