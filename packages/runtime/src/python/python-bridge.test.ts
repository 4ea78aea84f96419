import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { JSONObject, JSONValue } from '@posthouse/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OutcomeUnknown } from '../definitions/outcome-unknown.ts';
import { contextOf, HAS_PYTHON, openFerry } from './__fixtures__/ferry.ts';
import { PythonBridge } from './python-bridge.ts';

let folder: string;
/** For tests that leave nothing behind in the process. */
let shared: ReturnType<typeof openFerry>;
beforeAll(async () => {
  shared = openFerry();
  folder = await mkdtemp(join(tmpdir(), 'posthouse-python-'));
});
afterAll(async () => {
  await shared[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const isGone = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
};

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(10);
}

const reads = (file: string, text: string) => async (): Promise<boolean> =>
  (await readFile(file, 'utf8').catch(() => '')) === text;

describe.skipIf(!HAS_PYTHON)('a Python name', () => {
  test('stands for an action, a function, a value, or something that only Python can use', async () => {
    expect(await shared.resolve('ferry.actions:book')).toEqual({
      kind: 'action',
      name: 'book_deck',
      description: 'Books a place on the car deck.',
      parameters: { type: 'object', properties: { cars: { type: 'integer' } }, required: ['cars'] },
      checksInput: false,
    });
    expect(await shared.resolve('ferry.actions:book_loosely')).toMatchObject({ checksInput: true });
    for (const name of ['actions:departures', 'actions:horn', 'actions:horn.blow', 'actions:toll', 'prompts:greet']) {
      expect(await shared.resolve(`ferry.${name}`)).toEqual({ kind: 'callable' });
    }
    expect(await shared.resolve('ferry.prompts:CAPTAIN')).toEqual({
      kind: 'value',
      value: 'You run the ferry.\nGrüße an die Küste ⚓',
    });
    expect(await shared.resolve('ferry.prompts:Notices.FOG')).toMatchObject({ value: 'No departures in fog.' });
    expect(await shared.resolve('ferry.prompts:LIMITS')).toMatchObject({ value: { cars: 12, decks: [1, 2] } });
    expect(await shared.resolve('ferry.prompts:CREW')).toEqual({ kind: 'opaque', type: 'set' });
  });

  test.each([
    ['nope:x', "ModuleNotFoundError: No module named 'nope'"],
    ['ferry.actions:nope', "AttributeError: module 'ferry.actions' has no attribute 'nope'"],
    ['ferry', "ValueError: Invalid python reference 'ferry'. Expected 'module:object' format."],
  ])('%s that does not exist is refused in the words of Python', async (name, sentence) => {
    await expect(shared.resolve(name)).rejects.toMatchObject({ message: sentence });
  });

  test.each([
    ['book_endless', 'Out of range float values are not JSON compliant'],
    ['book_dated', 'Object of type date is not JSON serializable'],
  ])('an action with parameters that JSON cannot say is refused: %s', async (name, reason) => {
    await expect(shared.resolve(`ferry.actions:${name}`)).rejects.toThrow(
      `TypeError: JSON cannot say the parameters of the action '${name}': ${reason}`,
    );
  });

  test('a name may take longer to import than its code may block the event loop', async () => {
    await using ferry = openFerry({ unansweredMs: 500 });
    const drifting = ferry.call('ferry.actions:wait_for_others', { seats: 2 }, contextOf());
    expect(await ferry.resolve('ferry.slow_to_import:READY')).toMatchObject({ value: 'ready' });
    await ferry.call('ferry.actions:wait_for_others', { seats: 2 }, contextOf());
    expect(await drifting).toBe('left');
  });
});

describe.skipIf(!HAS_PYTHON)('a name that takes too long to import', () => {
  test('a name that takes too long to import is refused, and others are found by a new process', async () => {
    await using ferry = openFerry({ setUpMs: 300 });
    const slow = ferry.resolve('ferry.slow_to_import:READY');
    const next = ferry.resolve('ferry.prompts:LIMITS');
    await expect(slow).rejects.toThrow("importing 'ferry.slow_to_import:READY' took longer than 0.3 s");
    await expect(next).rejects.toThrow('the Python process ended');
    expect(await ferry.resolve('ferry.prompts:LIMITS')).toMatchObject({ kind: 'value' });
  });
});

describe.skipIf(!HAS_PYTHON)('an agent in Python', () => {
  const ask = (bridge: PythonBridge, factory: string, params: JSONObject) =>
    bridge.answer(
      { factory: `ferry.agents:${factory}`, key: 'k', params, user_token: '', messages: [], tool_choice: 'auto' },
      { signal: new AbortController().signal },
    );
  const calls = (id: string) => [expect.objectContaining({ tool_name: 'text_output', tool_call_id: id })];

  test('an agent may be set up for longer than its code may block the event loop', async () => {
    await using ferry = openFerry({ unansweredMs: 300 });
    expect(await ask(ferry, 'make_late', { seconds: 1.2 })).toEqual(calls('made 1'));
    expect(ferry.events.filter(({ kind }) => kind === 'ended')).toEqual([]);
  });

  test('setting up an agent ends after a time', async () => {
    await using ferry = openFerry({ unansweredMs: 100, setUpMs: 500 });
    await expect(ask(ferry, 'make_late', { seconds: 3600 })).rejects.toThrow(
      "the factory 'ferry.agents:make_late' took longer than 0.5 s",
    );
  });

  test('an agent that is a plain function may take as long as it wants, and holds up nobody', async () => {
    await using ferry = openFerry({ unansweredMs: 300 });
    const thinking = ask(ferry, 'make_thinker', { seconds: 1.2 });
    expect(await ferry.call('ferry.actions:fare', { cars: 2 }, contextOf())).toBe('25.0');
    expect(await thinking).toEqual(calls('thought'));
    expect(ferry.events.filter(({ kind }) => kind === 'ended')).toEqual([]);
  });
});

describe.skipIf(!HAS_PYTHON)('a call of Python code', () => {
  const call = (bridge: PythonBridge, name: string, input: JSONValue = {}) =>
    bridge.call(`ferry.actions:${name}`, input, contextOf());

  test.each<[string, JSONValue, string]>([
    ['departures', { harbour: 'Husum' }, 'Husum: 07:10, 19:40'],
    ['fare', { cars: 2 }, '25.0'],
    ['toll', { cars: 2 }, 'toll 6'],
    ['horn', {}, 'toot'],
    ['book', { cars: 3 }, '3 booked'],
    ['give', { what: 'none' }, ''],
    ['give', { what: 'empty' }, ''],
    ['give', { what: 'number' }, '42'],
    ['give', { what: 'dict' }, "{'a': [1, None, True]}"],
    ['give', { what: 'set' }, '{1}'],
    ['give', { what: 'text' }, 'ü ⚓ 🚢 \u2028 \\ \n'],
    ['where', { b: 1, a: 2 }, "yes True ['a', 'b']"],
  ])('a call of %s with %j gives %j', async (name, input, output) => {
    expect(await call(shared, name, input)).toBe(output);
  });

  test('finds the state that an earlier one left in the process', async () => {
    await using ferry = openFerry();
    expect(await call(ferry, 'horn.blow')).toBe('blow 1');
    expect(await call(ferry, 'horn.blow')).toBe('blow 2');
  });

  test('gives a result of ten megabytes whole', async () => {
    const cargo = await call(shared, 'load', { bytes: 10_000_000 });
    expect(cargo).toHaveLength(10_000_000);
  });

  test('a call that raises rejects with its sentence, and its traceback goes to the log', async () => {
    await using ferry = openFerry();
    await expect(call(ferry, 'spring_a_leak')).rejects.toMatchObject({ message: 'the hull leaks' });
    await expect(call(ferry, 'run_aground')).rejects.toMatchObject({ message: '' });
    const raised = ferry.events.filter((event) => event.kind === 'raised');
    expect(raised[0]!.traceback).toMatch(
      /^Traceback \(most recent call last\):\n {2}File ".*actions.py", line \d+, in spring_a_leak\n[^]*\nValueError: the hull leaks$/,
    );
    expect(raised[0]!.traceback).not.toContain('runner.py');
    expect(raised[1]).toMatchObject({ name: 'ferry.actions:run_aground' });
  });

  test('a call that asks the process to exit fails alone', async () => {
    await using ferry = openFerry();
    const before = await call(ferry, 'pid');
    await expect(call(ferry, 'walk_off')).rejects.toThrow('the code asked the process to exit with 3');
    expect(await call(ferry, 'pid')).toBe(before);
  });

  test('a call that forks and comes back twice is answered by its own process, and the copy ends', async () => {
    await using ferry = openFerry();
    expect(await call(ferry, 'fork')).toBe('the original');
    expect(await call(ferry, 'fare', { cars: 2 })).toBe('25.0');
  });

  test('a call may print what it likes: none of it is taken for an answer, all of it goes to the log', async () => {
    await using ferry = openFerry();
    expect(await call(ferry, 'announce')).toBe('announced');
    const printed = () => ferry.events.flatMap((event) => (event.kind === 'printed' ? [event] : []));
    await until(() => printed().length === 5);
    expect(printed().filter(({ stream }) => stream === 'stdout')).toEqual(
      [
        'to the passengers',
        '{"id": 1, "value": "looks like an answer"}',
        'straight to descriptor 1',
        'from a child',
      ].map((text) => ({ kind: 'printed', stream: 'stdout', text })),
    );
    expect(printed()).toContainEqual({ kind: 'printed', stream: 'stderr', text: 'to the crew' });
  });

  test('runs beside others, as a coroutine or in a thread', async () => {
    const coroutines = Array.from({ length: 20 }, () => call(shared, 'wait_for_others', { seats: 20 }));
    const threads = Array.from({ length: 3 }, () => call(shared, 'wait_in_thread'));
    expect(new Set(await Promise.all(coroutines))).toEqual(new Set(['left']));
    expect(new Set(await Promise.all(threads))).toEqual(new Set(['left False']));
  });

  test('knows its task, its user and its key, and can add a remark', async () => {
    expect(await call(shared, 'papers')).toBe('task-1|ferry|user/anna|captain|call-1|key-1');
    const remarks: string[] = [];
    const context = contextOf({ task: { id: 'other', swarm: 'ferry', owner: 'u' }, log: (text) => remarks.push(text) });
    expect(await shared.call('ferry.actions:papers_in_thread', {}, context)).toBe('other');
    expect(remarks).toEqual(['checked']);
  });

  test('a call that is cancelled rejects at once, and its coroutine hears of it', async () => {
    await using ferry = openFerry();
    const note = join(folder, 'drift');
    const stop = new AbortController();
    const drifting = ferry.call('ferry.actions:drift', { note }, contextOf({ signal: stop.signal }));
    await until(reads(note, 'drifting'));
    stop.abort(new Error('enough'));
    await expect(drifting).rejects.toThrow('enough');
    await until(reads(note, 'cancelled'));
    expect(ferry.events.filter(({ kind }) => kind === 'raised')).toEqual([]);
  });

  test('plain functions that never end leave a thread to others once nobody waits for them', async () => {
    await using ferry = openFerry();
    const stop = new AbortController();
    const haul = () => ferry.call('ferry.actions:haul', { seconds: 3600 }, contextOf({ signal: stop.signal }));
    const hauls = Array.from({ length: 64 }, haul);
    // All of them are at work: the next one has to wait.
    const waiting = haul();
    await ferry.call('ferry.actions:departures', { harbour: 'Husum' }, contextOf());
    stop.abort(new Error('stopped'));
    const outcomes = await Promise.allSettled([...hauls, waiting]);
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
    expect(await call(ferry, 'fare', { cars: 2 })).toBe('25.0');
  });

  test('a call that is cancelled before it was sent never runs', async () => {
    const note = join(folder, 'never');
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(shared.call('ferry.actions:drift', { note }, contextOf({ signal }))).rejects.toThrow('enough');
    expect(await call(shared, 'fare', { cars: 2 })).toBe('25.0');
    await expect(readFile(note)).rejects.toThrow('ENOENT');
  });
});

describe.skipIf(!HAS_PYTHON)('the Python process', () => {
  test('the process is started again after it has crashed, and what ran in it has an unknown outcome', async () => {
    await using ferry = openFerry();
    const before = await ferry.call('ferry.actions:pid', {}, contextOf());
    const beside = ferry.call('ferry.actions:wait_for_others', { seats: 2 }, contextOf());
    const sinking = ferry.call('ferry.actions:sink', {}, contextOf());
    for (const call of [beside, sinking]) await expect(call).rejects.toBeInstanceOf(OutcomeUnknown);
    await expect(sinking).rejects.toThrow(
      "the Python process ended while 'ferry.actions:sink' ran: was ended by SIGKILL; it may or may not have taken effect",
    );
    expect(ferry.events).toContainEqual({ kind: 'ended', reason: 'was ended by SIGKILL' });
    expect(await ferry.call('ferry.actions:pid', {}, contextOf())).not.toBe(before);
  });

  test('the process is ended when its event loop is blocked for too long, whether or not anybody still waits', async () => {
    await using ferry = openFerry({ unansweredMs: 400 });
    const pid = Number(await ferry.call('ferry.actions:pid', {}, contextOf()));
    await expect(ferry.call('ferry.actions:jam', { seconds: 3600 }, contextOf())).rejects.toThrow(
      /its event loop was blocked for 0\.4 s; it may or may not have taken effect/,
    );
    expect(isGone(pid)).toBe(true);
    const stop = new AbortController();
    const note = join(folder, 'jam');
    const jammed = ferry.call('ferry.actions:jam', { seconds: 3600, note }, contextOf({ signal: stop.signal }));
    await until(reads(note, 'jammed'));
    stop.abort(new Error('enough'));
    await expect(jammed).rejects.toThrow('enough');
    await until(() => ferry.events.filter(({ kind }) => kind === 'ended').length === 2);
    expect(await ferry.call('ferry.actions:fare', { cars: 2 }, contextOf())).toBe('25.0');
  });

  test.each(['{"id": 1, "value": NaN}', 'no JSON', 'null', '[]', '{"id": "1"}', '{"id": 1, "error": "no"}'])(
    'the process is ended when its answers cannot be read: %s',
    async (line) => {
      await using ferry = openFerry();
      const scribbling = ferry.call('ferry.actions:scribble', { line }, contextOf());
      await expect(scribbling).rejects.toThrow('it sent an answer that nobody can read; it may or may not have taken');
      await expect(scribbling).rejects.toBeInstanceOf(OutcomeUnknown);
      expect(await ferry.call('ferry.actions:fare', { cars: 2 }, contextOf())).toBe('25.0');
    },
  );

  test('the process may run plain functions for as long as they want', async () => {
    await using ferry = openFerry({ unansweredMs: 400 });
    expect(await ferry.call('ferry.actions:haul', { seconds: 1.5 }, contextOf())).toBe('hauled');
  });

  test('lets coroutines tidy up when it is let go of', async () => {
    const note = join(folder, 'tidy');
    const ferry = openFerry();
    const drifting = ferry.call('ferry.actions:drift', { note }, contextOf());
    drifting.catch(() => undefined);
    await until(reads(note, 'drifting'));
    await ferry[Symbol.asyncDispose]();
    expect(await readFile(note, 'utf8')).toBe('cancelled');
    await expect(drifting).rejects.toBeInstanceOf(Error);
    await expect(ferry.call('ferry.actions:pid', {}, contextOf())).rejects.toThrow('shutting down');
  });

  test('ends with the server, even if that is killed while Python code blocks', async () => {
    const server = spawn(process.execPath, [fileURLToPath(new URL('__fixtures__/hold-ferry.ts', import.meta.url))], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [pid] = (await once(server.stdout, 'data')) as [Buffer];
    expect(isGone(Number(pid))).toBe(false);
    server.kill('SIGKILL');
    await until(() => isGone(Number(pid)));
  });

  test('a Python that is too old is refused with a sentence', async () => {
    // The interpreter is as good as any; it only says that it is another.
    const old = join(folder, 'old-python');
    const code =
      "import sys, runpy; sys.version_info = (3, 8, 18); sys.version = '3.8.18 (old)'; sys.argv = sys.argv[1:]";
    const run = `${code}; runpy.run_path(sys.argv[0], run_name='__main__')`;
    await writeFile(old, `#!/bin/sh\nshift 2\nexec python3 -c "${run}" "$@"\n`, { mode: 0o755 });
    await using ferry = openFerry({ python: old });
    await expect(ferry.resolve('ferry.prompts:CAPTAIN')).rejects.toThrow(
      `Python code cannot run here: '${old}' Python 3.8.18 is too old: 3.9 is needed, or newer.`,
    );
  });
});

test.each([
  ['echo "no such version." >&2\necho "These exist:" >&2; exit 127', 'ended with code 127: no such version'],
  [
    'printf "Traceback (most recent call last):\\n  in main\\nImportError: no json\\n" >&2; exit 1',
    'ended with code 1: ImportError: no json',
  ],
  ['exit 0', 'ended with code 0'],
])('a Python that does not start says why in one sentence: %s', async (script, reason) => {
  const broken = join(folder, 'broken-python');
  await writeFile(broken, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  await using ferry = openFerry({ python: broken });
  await expect(ferry.resolve('ferry.prompts:CAPTAIN')).rejects.toThrow(
    `Python code cannot run here: '${broken}' ${reason}. Install Python 3.9 or newer, or name one with --python.`,
  );
  expect(ferry.events).toEqual([]);
});

test('a file that is no program is named with what is wrong with it', async () => {
  const file = join(folder, 'no-program');
  await writeFile(file, '');
  await using ferry = openFerry({ python: file });
  await expect(ferry.resolve('ferry.prompts:CAPTAIN')).rejects.toThrow(`'${file}' cannot be started (EACCES). Install`);
});

test('without a Python every call says so in one sentence', async () => {
  await using ferry = new PythonBridge({ python: join(folder, 'no-python') });
  await expect(ferry.call('ferry.actions:pid', {}, contextOf())).rejects.toThrow(
    `Python code cannot run here: '${join(folder, 'no-python')}' is not there. ` +
      'Install Python 3.9 or newer, or name one with --python.',
  );
});
