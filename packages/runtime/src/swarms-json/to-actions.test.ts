import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { action, type ActionContext, type AnyAction } from '../definitions/action.ts';
import { parseActionInput, toInputSchema } from '../definitions/action-parameters.ts';
import { makeAction, reportOf, root, soloJSON } from './__fixtures__/samples.ts';
import { franking } from './__fixtures__/tools.ts';
import type { LoadOptions } from './load-options.ts';
import { parseSwarmsJSON } from './parse-swarms-json.ts';

const context = { agent: 'clerk' } as ActionContext;

const described = {
  name: 'deliver_letter',
  description: 'Brings a letter to its street.',
  parameters: { type: 'object', properties: { street: { type: 'string', pattern: '^[A-Z]' } }, required: ['street'] },
  function: 'module::./tools.ts:deliver',
};

async function loadAction(swarm: object, options: LoadOptions = {}): Promise<AnyAction> {
  const [definition] = await parseSwarmsJSON(soloJSON({}, swarm), { root, ...options });
  return definition!.actions[0]!;
}

async function run(one: AnyAction, input: unknown): Promise<unknown> {
  return one.execute(parseActionInput(one, input), context);
}

describe('actions that the file describes', () => {
  test('keep their parameters to the letter (Q44)', async () => {
    const made = await loadAction({ actions: [described] });
    expect(made).toMatchObject({
      name: 'deliver_letter',
      description: 'Brings a letter to its street.',
      idempotent: false,
    });
    expect(toInputSchema(made)).toEqual(described.parameters);
  });

  test('run a function of the user', async () => {
    const made = await loadAction({ actions: [described] });
    expect(await run(made, { street: 'Main Street' })).toBe('delivered to Main Street');
    await expect(run(made, { street: 'main street' })).rejects.toMatchObject({ code: 'action_failed' });
  });

  test('an action that the file describes may be idempotent', async () => {
    expect(await loadAction({ actions: [{ ...described, idempotent: true }] })).toMatchObject({ idempotent: true });
  });

  test('run an action of the user, which still checks its own input', async () => {
    const wrapped = { ...described, parameters: { type: 'object' }, function: 'module::./tools.ts:franking' };
    const made = await loadAction({ actions: [wrapped] });
    expect(made).toMatchObject({ name: 'deliver_letter', idempotent: true });
    expect(await run(made, { cents: 80 })).toBe('franked with 80');
    await expect(run(made, { cents: 0.5 })).rejects.toMatchObject({
      code: 'action_failed',
      message: expect.stringContaining("invalid input for action 'frank_letter'") as string,
    });
  });

  test('run an action of the library, which gets its defaults', async () => {
    const target = action({
      name: 'original',
      description: '',
      parameters: z.object({ days: z.int().default(3) }),
      execute: ({ days }) => days,
    });
    const library = { actions: { 'examples/weather:getWeatherForecast': target }, prompts: {} };
    const wrapped = {
      ...described,
      parameters: {},
      function: 'mail.examples.weather_dummy.actions:get_weather_forecast',
    };
    expect(await run(await loadAction({ actions: [wrapped] }, { library }), {})).toBe(3);
  });

  test.each([
    ['what is not there', 'module::./tools.ts:delivr', "Did you mean 'deliver'?"],
    ['what is no code', 'module::./tools.ts:prompts.clerk', 'is neither an action nor a function'],
    ['a factory', 'python::mail.factories.base:LiteLLMAgentFunction', 'is an agent factory, not an action'],
    ['an address', 'url::https://example.org/code.js', 'code is never loaded from an address'],
    ['no reference at all', 'deliver', "'deliver' is not a reference"],
    ['Python', 'python::my.tools:deliver', 'is Python code, which does not run here'],
  ])('an action that the file describes cannot run %s', async (_, reference, reason) => {
    const { problems } = await reportOf(soloJSON({}, { actions: [{ ...described, function: reference }] }), {
      fetchText: async () => 'export default 1',
    });
    expect(problems).toEqual([{ path: 'actions.0.function', message: expect.stringContaining(reason) as string }]);
  });

  test('an action that the file describes must have all of its fields', async () => {
    const { problems } = await reportOf(soloJSON({}, { actions: [{ function: 7, parameters: [] }] }));
    expect(problems.map(({ path }) => path)).toEqual([
      'actions.0.name',
      'actions.0.description',
      'actions.0.parameters',
      'actions.0.function',
    ]);
  });
});

describe('actions that the file imports', () => {
  test('imported actions are the imported objects themselves', async () => {
    expect(await loadAction({ action_imports: ['module::./tools.ts:franking'] })).toBe(franking);
  });

  test.each([
    ['a function', 'module::./tools.ts:deliver', 'is not an action; make one with action({ name, … })'],
    ['nothing', 'module::./tools.ts:prompts.nothing', 'is not an action'],
    ['a text', 'module::./tools.ts:prompts.clerk', 'is not an action'],
    ['an address', 'url::https://example.org/x', 'code is never loaded from an address'],
  ])('an imported action must not be %s', async (_, reference, reason) => {
    const { problems } = await reportOf(soloJSON({}, { action_imports: [reference] }));
    expect(problems).toEqual([{ path: 'action_imports.0', message: expect.stringContaining(reason) as string }]);
  });

  test('a missing import is reported once, however many agents name it', async () => {
    const { problems } = await reportOf(
      soloJSON(
        { actions: ['get_weather', 'deliver_letter', 'add'], exclude_tools: ['add'] },
        {
          action_imports: ['module::./tools.ts:getWeather', 'python::my.tools:add'],
          actions: [{ ...described, function: 'module::./nowhere.ts:x' }],
          approval_tools: ['get_weather', 'add'],
          breakpoint_tools: ['deliver_letter'],
        },
      ),
    );
    expect(problems.map(({ path }) => path)).toEqual(['actions.0.function', 'action_imports.0', 'action_imports.1']);
  });

  test('imported actions must not have the same name and different code', async () => {
    const { problems } = await reportOf(
      soloJSON(
        {},
        { actions: [{ ...described, name: 'frank_letter' }], action_imports: ['module::./tools.ts:franking'] },
      ),
    );
    expect(problems).toEqual([
      {
        path: 'action_imports.0',
        message: "there is another action called 'frank_letter', which is not the same object",
      },
    ]);
  });

  test('an action may be imported twice', async () => {
    const swarm = { action_imports: ['module::./tools.ts:franking', 'module::tools.ts:franking'] };
    expect((await reportOf(soloJSON({}, swarm))).problems).toEqual([]);
  });
});

describe('actions known by name', () => {
  const known = makeAction('known');

  test('agents can list actions known by name', async () => {
    const [definition] = await parseSwarmsJSON(soloJSON({ actions: ['known'] }), { actions: [known] });
    expect(definition!.agents[0]!.actions).toEqual([known]);
    expect(definition!.actions).toEqual([]);
  });

  test('lists of tools can name known actions', async () => {
    const swarm = soloJSON({}, { approval_tools: ['known'] });
    const [definition] = await parseSwarmsJSON(swarm, { actions: [known] });
    expect(definition).toMatchObject({ approvalTools: ['known'], actions: [known] });
  });

  test('what the file defines overrides known actions', async () => {
    const swarm = soloJSON({ actions: ['frank_letter'] }, { action_imports: ['module::./tools.ts:franking'] });
    const [definition] = await parseSwarmsJSON(swarm, { root, actions: [makeAction('frank_letter')] });
    expect(definition!.agents[0]!.actions[0]).toBe(franking);
  });

  test('an agent can exclude known actions', async () => {
    const swarm = soloJSON({ exclude_tools: ['known'] });
    expect((await reportOf(swarm, { actions: [known] })).problems).toEqual([]);
    expect((await reportOf(swarm)).problems.map(({ path }) => path)).toEqual(['agents.0.exclude_tools.0']);
  });

  test('a misspelled name gets a known action as suggestion', async () => {
    const { problems } = await reportOf(soloJSON({ actions: ['know', 'other'] }), { actions: [known] });
    expect(problems).toEqual([
      { path: 'agents.0.actions.0', message: "there is no action 'know'. Did you mean 'known'?" },
      { path: 'agents.0.actions.1', message: "there is no action 'other'." },
    ]);
  });
});

describe('actions of an untrusted swarm', () => {
  const library = { actions: { 'mine:deliver': makeAction('deliver') }, prompts: {} };
  const inline = { ...described, parameters: { type: 'object' }, function: 'library::mine:deliver' };

  test('an untrusted swarm may describe actions that are already loaded', async () => {
    expect(await loadAction({ actions: [inline] }, { library, trusted: false })).toMatchObject({
      name: 'deliver_letter',
    });
  });

  test('an untrusted swarm may not bring regular expressions', async () => {
    const swarm = soloJSON({}, { actions: [{ ...inline, parameters: described.parameters }] });
    const { problems } = await reportOf(swarm, { library, trusted: false });
    expect(problems).toEqual([
      {
        path: 'actions.0.parameters.properties.street.pattern',
        message: expect.stringContaining('may not bring regular expressions') as string,
      },
    ]);
    expect((await reportOf(swarm, { library })).problems).toEqual([]);
  });

  test('an untrusted swarm may not name modules', async () => {
    const { problems } = await reportOf(
      soloJSON({}, { actions: [described], action_imports: ['module::./tools.ts:franking'] }),
      { trusted: false },
    );
    expect(problems.map(({ path }) => path)).toContain('actions.0.function');
    expect(problems.filter(({ message }) => message.includes('is refused'))).toHaveLength(2);
  });
});
