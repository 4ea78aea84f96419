import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_PYTHON, contextOf, openFerry } from './__fixtures__/ferry.ts';
import type { AnyAction } from '../definitions/action.ts';
import { parseActionInput } from '../definitions/action-parameters.ts';
import type { LoadOptions } from '../swarms-json/load-options.ts';
import { reportOf, soloJSON } from '../swarms-json/__fixtures__/samples.ts';
import { parseSwarmsJSON } from '../swarms-json/parse-swarms-json.ts';
import { PythonBridge } from './python-bridge.ts';

let ferry: ReturnType<typeof openFerry>;
beforeAll(() => {
  ferry = openFerry();
});
afterAll(() => ferry[Symbol.asyncDispose]());

const CARS = { type: 'object', properties: { cars: { type: 'integer' } }, required: ['cars'] };
const inline = (reference: string, name = 'ship') => ({
  name,
  description: 'Ships.',
  parameters: CARS,
  function: reference,
});
const load = async (swarm: object, agent: object = {}, options: LoadOptions = {}) => {
  const [definition] = await parseSwarmsJSON(soloJSON(agent, swarm), { python: ferry, ...options });
  return definition!;
};
const run = ({ execute }: AnyAction, input: unknown) => execute(input as never, contextOf());

describe.skipIf(!HAS_PYTHON)('a swarms file with Python code', () => {
  test('a swarms file has functions as actions, with or without the prefix', async () => {
    const { actions } = await load({
      actions: [inline('python::ferry.actions:fare', 'fare'), inline('ferry.actions:horn', 'horn')],
    });
    expect(actions.map(({ name, parameters }) => [name, parameters])).toEqual([
      ['fare', CARS],
      ['horn', CARS],
    ]);
    expect(await run(actions[0]!, { cars: 2 })).toBe('25.0');
    expect(await run(actions[1]!, {})).toBe('toot');
  });

  test('imports actions under their own names, and runs them under the names that it gives them', async () => {
    const { actions } = await load({
      action_imports: ['python::ferry.actions:book'],
      actions: [inline('python::ferry.actions:book')],
    });
    expect(actions.map(({ name, description }) => [name, description])).toEqual([
      ['ship', 'Ships.'],
      ['book_deck', 'Books a place on the car deck.'],
    ]);
    for (const each of actions) expect(await run(each, { cars: 2 })).toBe('2 booked');
  });

  test('inputs are checked against the schema, unless a model in Python does that', async () => {
    const { actions } = await load({
      action_imports: ['python::ferry.actions:book', 'python::ferry.actions:book_loosely'],
    });
    const [strict, loose] = actions as [AnyAction, AnyAction];
    expect(() => parseActionInput(strict, { cars: '2' })).toThrow('cars: expected an integer');
    expect(parseActionInput(loose, { cars: '2' })).toEqual({ cars: '2' });
    expect(await run(loose, { cars: '2' })).toBe("'2' booked");
  });

  test('takes prompts and values from Python, however deep', async () => {
    const params = {
      llm: 'scripted/clerk',
      system: 'python::ferry.prompts:Notices.FOG',
      provider_options: { ferry: { decks: ['python::ferry.prompts:LIMITS', 'ferry.prompts:LIMITS'] } },
    };
    const { agents } = await load({}, { agent_params: params });
    expect(agents[0]).toMatchObject({
      system: 'No departures in fog.',
      providerOptions: { ferry: { decks: [{ cars: 12, decks: [1, 2] }, 'ferry.prompts:LIMITS'] } },
    });
  });

  test('keeps the factories of the reference native', async () => {
    const native = {
      factory: 'python::mail.factories.base:LiteLLMAgentFunction',
      agent_params: { llm: 'openai/gpt-5-mini' },
    };
    const { agents } = await load({}, native);
    expect(agents[0]).toMatchObject({ model: 'openai/gpt-5-mini' });
  });

  test('everything that Python misses in a swarms file is reported at its place', async () => {
    const swarm = soloJSON(
      { agent_params: { llm: 'scripted/clerk', system: 'python::ferry.prompts:NOPE' } },
      {
        actions: [inline('python::nope:x'), inline('python::ferry.prompts:CAPTAIN', 'captain')],
        action_imports: ['python::ferry.actions:fare', 'python::ferry.prompts:CREW'],
      },
    );
    const { problems } = await reportOf(swarm, { python: ferry });
    expect(problems).toEqual([
      { path: 'actions.0.function', message: "ModuleNotFoundError: No module named 'nope'" },
      {
        path: 'actions.1.function',
        message: "'python::ferry.prompts:CAPTAIN' is neither an action nor a function",
      },
      {
        path: 'action_imports.0',
        message:
          "'python::ferry.actions:fare' is not an action; make one with action({ name, … }), or in Python with @action",
      },
      {
        path: 'action_imports.1',
        message: "'python::ferry.prompts:CREW' is a Python set, which only Python code can use",
      },
      {
        path: 'agents.0.agent_params.system',
        message: "AttributeError: module 'ferry.prompts' has no attribute 'NOPE'",
      },
    ]);
  });

  test('a factory that cannot be had is one problem of its agent, and nothing is said of its parameters', async () => {
    const params = { greeting: 'python::ferry.prompts:greet', channels: 'python::ferry.prompts:CHANNELS' };
    const swarm = soloJSON({ factory: 'python::nope:Captain', agent_params: params });
    expect((await reportOf(swarm, { python: ferry })).problems).toEqual([
      { path: 'agents.0.factory', message: "ModuleNotFoundError: No module named 'nope'" },
    ]);
  });

  test('an action whose import cannot be had is not missed a second time where it is used, whatever its name', async () => {
    const swarm = soloJSON({ actions: ['weigh'] }, { action_imports: ['python::nope:weigh_cargo'] });
    expect((await reportOf(swarm, { python: ferry })).problems).toEqual([
      { path: 'action_imports.0', message: "ModuleNotFoundError: No module named 'nope'" },
    ]);
  });

  test('a missing module is one problem, with the places that name it', async () => {
    const actions = Array.from({ length: 9 }, (_, index) => inline('python::nope.tools:x', `ship_${index}`));
    const few = soloJSON({}, { actions: actions.slice(0, 2), action_imports: ['python::gone:y'] });
    expect((await reportOf(few, { python: ferry })).problems).toEqual([
      {
        path: 'actions.0.function',
        message: "ModuleNotFoundError: No module named 'nope'; it is also named at actions.1.function",
      },
      { path: 'action_imports.0', message: "ModuleNotFoundError: No module named 'gone'" },
    ]);
    const many = soloJSON({}, { actions });
    expect((await reportOf(many, { python: ferry })).problems).toEqual([
      {
        path: 'actions.0.function',
        message:
          "ModuleNotFoundError: No module named 'nope'; it is also named at actions.1.function, actions.2.function, " +
          'actions.3.function, actions.4.function, actions.5.function and in 3 other places',
      },
    ]);
  });

  test('a file that nobody trusts is refused before anything is imported, unless Python is allowed for it', async () => {
    const swarm = soloJSON({}, { actions: [inline('python::ferry.actions:fare')] });
    const { problems } = await reportOf(swarm, { python: ferry, trusted: false });
    expect(problems).toEqual([
      {
        path: 'actions.0.function',
        message:
          "'python::ferry.actions:fare' is refused: a swarm that is not trusted may name only what is already loaded",
      },
    ]);
    expect(await reportOf(swarm, { python: ferry, trusted: false, allowsUntrustedPython: true })).toMatchObject({
      problems: [],
    });
  });

  test('a library comes before Python', async () => {
    const library = { actions: {}, prompts: { 'ferry.prompts:CAPTAIN': 'From the library.' } };
    const params = { llm: 'scripted/clerk', system: 'python::ferry.prompts:CAPTAIN' };
    const { agents } = await load({}, { agent_params: params }, { library });
    expect(agents[0]!.system).toBe('From the library.');
  });
});

describe('a swarms file with Python code, where there is no Python', () => {
  const inPython = { ...soloJSON({}, { actions: [inline('python::a:b', 'x'), inline('python::a:c', 'y')] }) };
  const plain = { ...soloJSON(), name: 'plain' };
  const sentence =
    "Python code cannot run here: './no-python' is not there. Install Python 3.9 or newer, or name one with --python.";

  test('a file without a Python for it has one problem, whatever names code', async () => {
    await using python = new PythonBridge({ python: './no-python' });
    expect((await reportOf([plain, inPython], { python })).problems).toEqual([{ path: '1', message: sentence }]);
  });

  test('leaves out the swarm that needs Python, and loads the others', async () => {
    await using python = new PythonBridge({ python: './no-python' });
    const out: unknown[] = [];
    const onUnavailable = (...about: unknown[]): void => void out.push(about);
    const swarms = await parseSwarmsJSON([inPython, plain], { python, onUnavailable });
    expect(swarms.map(({ name }) => name)).toEqual(['plain']);
    expect(out).toEqual([['solo', sentence]]);
  });

  test('starts no Python for a file that names none', async () => {
    const events: unknown[] = [];
    await using python = new PythonBridge({ python: './no-python', onEvent: (event) => events.push(event) });
    expect(await parseSwarmsJSON(plain, { python })).toHaveLength(1);
    expect(events).toEqual([]);
  });
});
