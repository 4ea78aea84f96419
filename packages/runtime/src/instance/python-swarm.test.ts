import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JSONObject, LogEntry } from '@posthouse/protocol';
import { openStore, type Store } from '@posthouse/store';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { logOf, outline } from '../__fixtures__/play.ts';
import { until } from '../__fixtures__/two-nodes.ts';
import {
  expected,
  type ExpectedCall,
  type ExpectedMail,
  HAS_HARBORCO,
  loadHarborco,
  openHarborco,
  swarms,
} from '../python/__fixtures__/harborco.ts';
import type { PythonBridge } from '../python/python-bridge.ts';
import { toReferenceMessages } from '../python/reference-messages.ts';
import { toReferenceTool } from '../python/reference-tools.ts';
import { parseSwarmsJSON } from '../swarms-json/parse-swarms-json.ts';
import { toPastTurn } from '../turns/to-past-turn.ts';
import { SwarmInstance } from './swarm-instance.ts';

let folder: string;
let store: Store;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthouse-harborco-'));
  store = await openStore('sqlite::memory:');
});
afterAll(async () => {
  await store[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

async function onHarborco<Result>(
  scene: (instance: SwarmInstance, python: ReturnType<typeof openHarborco>) => Promise<Result>,
  { environment, announced }: { environment?: Record<string, string>; announced?: string } = {},
): Promise<Result> {
  await using python = openHarborco({ environment });
  await using instance = await SwarmInstance.open(await loadHarborco(python, { announced }), { store, userId: 'anna' });
  return await scene(instance, python);
}

const hasBegun = (python: ReturnType<typeof openHarborco>, action: string) =>
  python.events.some((event) => event.kind === 'printed' && event.text === `${action} begins`);

const post = (instance: SwarmInstance, body: string) => instance.postMessage({ body, subject: 'New Message' });

const callsIn = (entries: readonly LogEntry[]) =>
  entries.flatMap((entry) => {
    if (entry.type !== 'call') return [];
    const { tool, input, callId, preamble, reasoning } = entry;
    return [
      {
        tool_name: tool,
        tool_args: input,
        tool_call_id: callId,
        ...(preamble === undefined ? {} : { preamble }),
        ...(reasoning === undefined ? {} : { reasoning }),
      },
    ];
  });

const resultsIn = (entries: readonly LogEntry[]) =>
  entries.flatMap((entry) => (entry.type === 'call-ended' ? [[entry.tool, entry.result.status]] : []));

/** What an agent would be shown in its next turn, without the times. */
async function historyOf(instance: SwarmInstance, taskId: string, agent: string): Promise<JSONObject[]> {
  const { key } = (await instance.task(taskId))!;
  const rows = (await store.turns(key, 100)).filter((row) => row.agent === agent);
  return toReferenceMessages(rows.map(toPastTurn), []).map((message) =>
    typeof message.content === 'string'
      ? { ...message, content: message.content.replace(/<timestamp>[^<]+\+00:00</, '<timestamp>TIME<') }
      : message,
  );
}

/** JSON on one line for Python too, which splits lines at more characters than others. */
const toLine = (args: JSONObject): string =>
  JSON.stringify(args).replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Where the reference is odd, this is what we do. */
const DECIDED: Readonly<Record<string, string>> = {
  berth_fee: 'SUCCESS: 18.0',
  manifest: "SUCCESS: {'ship': 'Möwe', 'crew': [1, 2], 'loaded': True, 'owner': None}",
  odd_value: "SUCCESS: {'berths': {1}}",
  book_berth: 'SUCCESS: Ente (17 m) gets B7',
};

/** What an agent has to be told of a call. */
function toDemand({ action, binding, tool_result: result }: ExpectedCall): string {
  if (binding === 'decide') return DECIDED[action]!;
  // Of a long text only the beginning is recorded; it goes on as it begins.
  return typeof result === 'string' ? result : result.starts.padEnd(result.length, result.starts.at(-1));
}

/** As much of it as binds us: all, or how it came out. */
const boundPart = (text: string, { binding }: ExpectedCall): string =>
  binding === 'status' ? /^[A-Z]*/.exec(text)![0] : text;

describe.skipIf(!HAS_HARBORCO)("a swarm of the reference's, unchanged", () => {
  test('gives for each of its actions what the reference gives', async () => {
    await onHarborco(async (instance) => {
      for (const demanded of expected.calls) {
        const { response } = await post(instance, `do ${demanded.action} ${toLine(demanded.args)}`);
        expect(boundPart(response!, demanded)).toBe(boundPart(toDemand(demanded), demanded));
      }
      expect(expected.calls.length).toBeGreaterThan(25);
    });
  });

  test('ends its tasks as the reference does, with the same calls and histories', async () => {
    await onHarborco(async (instance) => {
      const cases: Record<string, (mail: ExpectedMail) => Promise<void>> = {
        exact: async (mail) => {
          const { response, taskId } = await post(instance, mail.body);
          expect(response).toBe(mail.final.body);
          expect(callsIn(await logOf(instance, taskId))).toEqual(mail.tool_calls);
          for (const [agent, history] of Object.entries(mail.histories ?? {})) {
            expect(await historyOf(instance, taskId, agent)).toEqual(history);
          }
        },
        reference: async (mail) => expect((await post(instance, mail.body)).status).toBe('complete'),
      };
      const special = new Set(['breakpoint', 'unknown-action', 'agent-raises', 'agent-gives-no-calls']);
      const plain = expected.mails.filter((mail) => !special.has(mail.case));
      expect(plain.length).toBeGreaterThan(7);
      for (const mail of plain) await cases[mail.binding]!(mail);
    });
  });

  test('waits for a person at a breakpoint, with the other calls of the turn done, and is resumed by another process', async () => {
    const paused = await onHarborco(async (instance) => {
      const { body } = expected.mails.find((mail) => mail.case === 'breakpoint')!;
      const { status, taskId } = await post(instance, body);
      expect(status).toBe('paused');
      const entries = await logOf(instance, taskId);
      expect(resultsIn(entries)).toEqual([['tide', 'success']]);
      expect(entries.find((entry) => entry.type === 'paused')).toMatchObject({
        calls: [{ callId: 'harbormaster-0-1', tool: 'ask_authority', input: { question: 'May she sail?' } }],
      });
      return taskId;
    });
    await onHarborco(async (instance) => {
      const { status, response } = await instance.answer(await instance.resume(paused, 'Yes, she may'));
      expect([status, response]).toEqual(['complete', 'SUCCESS: high water at Husum: 04:10, 16:35\nYes, she may']);
    });
  });

  test('ends with an error that says what an agent raised, and survives calls of actions that do not exist', async () => {
    await onHarborco(async (instance) => {
      const raised = await post(instance, 'fail the office burns');
      expect([raised.status, raised.response]).toEqual(['error', expect.stringContaining('the office burns')]);
      expect((await post(instance, 'idle')).status).toBe('error');
      const unknown = await post(instance, 'do fly');
      expect(unknown.status).toBe('complete');
      expect(unknown.response).toMatch(/^ERROR.*fly/s);
    });
  });

  test('a swarm has the actions and tools that the reference makes of its code', async () => {
    await using python = openHarborco();
    const { agents } = await loadHarborco(python);
    const actions = new Map(agents[0]!.actions.map((action) => [action.name, action]));
    for (const [name, { description, parameters }] of Object.entries(expected.load.actions)) {
      expect(actions.get(name)).toMatchObject({ name, description });
      expect(actions.get(name)!.parameters).toEqual(parameters);
    }
    const { completions, responses } = expected.load.tool_given_to_the_factory;
    expect(toReferenceTool(actions.get('book_berth')!, 'completions')).toEqual(completions);
    expect(toReferenceTool(actions.get('echo')!, 'responses')).toEqual(responses);
  });

  test("loads with the reference's own factories, whose models need no Python", async () => {
    await using python = openHarborco();
    const [crew] = await parseSwarmsJSON(swarms, { python, names: ['harborco-crew'] });
    expect(crew!.agents).toMatchObject([
      { name: 'radio', model: 'openai/gpt-5-mini', system: 'Answer every call with your name.' },
      { name: 'clerk', system: 'You keep the list of berths. Answer in one line.' },
    ]);
  });

  test.each<[string, (swarm: Changeable) => void]>([
    ['actions[0].function = python::nope:x', (swarm) => (swarm.actions[0]!.function = 'python::nope:x')],
    [
      'actions[0].function = python::harborco.actions:nope',
      (swarm) => (swarm.actions[0]!.function = 'python::harborco.actions:nope'),
    ],
    [
      'actions[0].function = python::harborco.prompts:QUAY',
      (swarm) => (swarm.actions[0]!.function = 'python::harborco.prompts:QUAY'),
    ],
    ['actions[0].function = harborco', (swarm) => (swarm.actions[0]!.function = 'harborco')],
    [
      'action_imports += python::harborco.actions:tide',
      (swarm) => swarm.action_imports.push('python::harborco.actions:tide'),
    ],
    ['actions += a second tide', (swarm) => swarm.actions.push({ ...swarm.actions[0]! })],
    [
      'agents[0].agent_params.system = python::harborco.prompts:NOPE',
      (swarm) => (swarm.agents[0]!.agent_params.system = 'python::harborco.prompts:NOPE'),
    ],
    ['agents[0].factory = python::nope:x', (swarm) => (swarm.agents[0]!.factory = 'python::nope:x')],
    ['breakpoint_tools = [nope]', (swarm) => (swarm.breakpoint_tools = ['nope'])],
  ])('a swarm is refused at its load after %s', async (change, make) => {
    expect(expected.load.refused.map((refused) => refused.change)).toContain(change);
    await using python = openHarborco();
    const changed = structuredClone(swarms[0]) as unknown as Changeable;
    make(changed);
    await expect(parseSwarmsJSON(changed, { python })).rejects.toMatchObject({ code: 'invalid_swarm' });
  });

  test('says which keyword a factory misses when it is first asked', async () => {
    await using python: PythonBridge = openHarborco();
    const changed = structuredClone(swarms[0]) as unknown as Changeable;
    delete changed.agents[1]!.agent_params.system;
    const [definition] = await parseSwarmsJSON(changed, { python });
    await using instance = await SwarmInstance.open(definition!, { store, userId: 'anna' });
    const { response } = await post(instance, 'tell quay hello');
    expect(response).toContain("make_quay() missing 1 required keyword-only argument: 'system'");
  });

  test('hears of Stop in its coroutines, and the task goes on afterwards', async () => {
    const notes = join(folder, 'notes');
    await onHarborco(
      async (instance, python) => {
        const { taskId } = await instance.submit({ body: 'do slow_crane {"seconds": 3600}' });
        await until(() => hasBegun(python, 'slow_crane'));
        await instance.cancel(taskId);
        expect(resultsIn(await logOf(instance, taskId))).toEqual([['slow_crane', 'unknown']]);
        await until(async () => (await readFile(notes, 'utf8').catch(() => '')).startsWith('crane cancelled after'));
        const next = await instance.postMessage({ body: 'about', taskId });
        expect(next.status).toBe('complete');
      },
      { environment: { HARBORCO_NOTES: notes }, announced: 'slow_crane' },
    );
  });

  test('an action has an unknown outcome within a second of Stop where its code blocks, and its process is ended after ten', async () => {
    await onHarborco(
      async (instance, python) => {
        const { taskId } = await instance.submit({ body: 'do stubborn_winch {"seconds": 3600}' });
        await until(() => hasBegun(python, 'stubborn_winch'));
        const stoppedAt = performance.now();
        await instance.cancel(taskId);
        expect(resultsIn(await logOf(instance, taskId))).toEqual([['stubborn_winch', 'unknown']]);
        expect(performance.now() - stoppedAt).toBeLessThan(1_000);
        await until(() => python.events.some(({ kind }) => kind === 'ended'));
        expect(performance.now() - stoppedAt).toBeGreaterThan(8_000);
        expect(python.events).toContainEqual({ kind: 'ended', reason: 'its event loop was blocked for 10 s' });
        expect((await post(instance, 'do count')).response).toBe('SUCCESS: 42');
      },
      { announced: 'stubborn_winch' },
    );
  });

  test('a swarm is taken up again by another process after its server was killed', async () => {
    const url = `sqlite:${join(folder, 'killed.db')}`;
    const script = fileURLToPath(new URL('../python/__fixtures__/hold-harborco.ts', import.meta.url));
    const server = spawn(process.execPath, [script, url, 'killed'], { stdio: 'inherit' });
    await using shared = await openStore(url);
    await using python = openHarborco();
    const definition = await loadHarborco(python);
    const hasStarted = async (): Promise<boolean> => {
      const [task] = await shared.list({ swarm: 'harborco', role: 'user', id: 'anna' }, undefined, 10);
      if (task === undefined) return false;
      const { entries } = await shared.read(task.key, 0, 100);
      return outline(entries).includes('slow_crane starts');
    };
    await until(hasStarted);
    server.kill('SIGKILL');
    await once(server, 'exit');
    await using instance = await SwarmInstance.open(definition, { store: shared, userId: 'anna' });
    await until(async () => (await instance.task('killed'))?.openRun === null);
    expect(resultsIn(await logOf(instance, 'killed'))).toEqual([
      ['tide', 'success'],
      ['slow_crane', 'unknown'],
      ['count', 'success'],
      ['task_complete', 'success'],
    ]);
  });
});

type Changeable = {
  actions: { function: string }[];
  action_imports: string[];
  breakpoint_tools: string[];
  agents: { factory: string; agent_params: JSONObject }[];
};
