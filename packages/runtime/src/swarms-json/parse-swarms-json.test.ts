import { PosthouseError } from '@posthouse/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fullLibrary, reportOf, root, soloJSON } from './__fixtures__/samples.ts';
import { parseSwarmsJSON } from './parse-swarms-json.ts';

async function rejectionOf(source: unknown): Promise<PosthouseError> {
  const outcome: unknown = await parseSwarmsJSON(source, { root }).catch((error: unknown) => error);
  if (PosthouseError.isInstance(outcome)) return outcome;
  throw new Error(`expected a PosthouseError, got ${String(outcome)}`);
}

describe('parseSwarmsJSON', () => {
  test('accepts a list or one swarm, as text or as a value', async () => {
    const one = soloJSON();
    for (const source of [one, [one], JSON.stringify(one), JSON.stringify([one])]) {
      const swarms = await parseSwarmsJSON(source);
      expect(swarms.map(({ name }) => name)).toEqual(['solo']);
    }
  });

  test('gives frozen definitions with every default filled in', async () => {
    const [definition] = await parseSwarmsJSON(soloJSON());
    expect(Object.isFrozen(definition)).toBe(true);
    expect(definition).toMatchObject({
      name: 'solo',
      version: '1.0.0',
      entrypoint: 'clerk',
      description: '',
      keywords: [],
      public: false,
      actions: [],
      enableInterswarm: false,
      breakpointTools: [],
      approvalTools: [],
      excludeTools: [],
      limits: {},
      prices: {},
    });
  });

  test('reads every field of a swarm', async () => {
    const [definition] = await parseSwarmsJSON(
      soloJSON(
        {},
        {
          description: 'One clerk.',
          keywords: ['mail'],
          public: true,
          enable_interswarm: true,
          breakpoint_tools: ['task_complete'],
          exclude_tools: ['help'],
          task_message_limit: 15,
          limits: {
            turns: 3,
            milliseconds: 60_000,
            tokens: 1000,
            cost: 0.5,
            repeats: 4,
            result_bytes: 10,
            stored_result_bytes: 20,
            text_bytes: 30,
          },
          prices: { 'scripted/clerk': { input: 1, output: 2, cache_read: 0.1, cache_write: 1.25 } },
        },
      ),
    );
    expect(definition).toMatchObject({
      description: 'One clerk.',
      keywords: ['mail'],
      public: true,
      enableInterswarm: true,
      breakpointTools: ['task_complete'],
      excludeTools: ['help'],
      limits: {
        messages: 15,
        turns: 3,
        milliseconds: 60_000,
        tokens: 1000,
        cost: 0.5,
        repeats: 4,
        resultBytes: 10,
        storedResultBytes: 20,
        textBytes: 30,
      },
      prices: { 'scripted/clerk': { input: 1, output: 2, cacheRead: 0.1, cacheWrite: 1.25 } },
    });
  });

  test.each([true, false])('accepts enable_db_agent_histories: %s, which changes nothing', async (flag) => {
    const { problems, warnings } = await reportOf(soloJSON({}, { enable_db_agent_histories: flag }));
    expect([problems, warnings]).toEqual([[], []]);
    const [definition] = await parseSwarmsJSON(soloJSON({}, { enable_db_agent_histories: flag }));
    expect(definition).toEqual((await parseSwarmsJSON(soloJSON()))[0]);
  });

  test('copies what it is given', async () => {
    const source = soloJSON({}, { keywords: ['a'] }) as { keywords: string[] };
    const [definition] = await parseSwarmsJSON(source);
    source.keywords.push('b');
    expect(definition!.keywords).toEqual(['a']);
  });

  test('normalises addresses of the own swarm (Q55)', async () => {
    const [definition] = await parseSwarmsJSON(soloJSON({ comm_targets: ['clerk@solo'] }));
    expect(definition!.agents[0]!.commTargets).toEqual(['clerk']);
  });

  test('accepts an empty list', async () => {
    expect(await parseSwarmsJSON([])).toEqual([]);
  });
});

describe('refusing what is not a swarms file', () => {
  test('text that is not JSON is refused', async () => {
    expect((await rejectionOf('[{')).code).toBe('invalid_json');
  });

  test.each(['7', '"text"', 'null', 'true'])('the JSON text %s is refused', async (text) => {
    const error = await rejectionOf(text);
    expect(error.code).toBe('invalid_swarm');
    expect(error.message).toContain('must be a list of swarms, but it is ');
  });

  test('a value that JSON cannot express is refused', async () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    expect((await rejectionOf(circle)).code).toBe('invalid_json');
    expect((await rejectionOf({ big: 1n })).code).toBe('invalid_json');
    expect((await rejectionOf(undefined)).code).toBe('invalid_swarm');
  });

  test('JSON that is nested too deeply is refused', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const text = JSON.stringify(soloJSON({ agent_params: { llm: 'x', deep: 'here' } })).replace('"here"', deep);
    const error = await rejectionOf(text);
    expect(error).toMatchObject({
      code: 'invalid_swarm',
      message: expect.stringContaining('nested too deeply') as string,
    });
  });

  test('a list of other values is refused with the place of each', async () => {
    const { problems } = await reportOf([7, null, soloJSON()]);
    expect(problems).toEqual([
      { path: '0', message: 'must be an object, but it is the number 7' },
      { path: '1', message: 'must be an object, but it is null' },
    ]);
  });
});

describe('problems of a swarms file', () => {
  test('problems of a swarms file are reported at once for all swarms and of every kind, with their places', async () => {
    const { problems } = await reportOf([
      { name: 'a', entrypoint: 7, agents: [] },
      soloJSON(
        { comm_targets: ['clark'], factory: 'python::my:Agent', actions: ['nothing'] },
        { name: 'b', entrypoint: 'boss' },
      ),
      soloJSON({}, { name: 'b', exclude_tools: ['helpp'] }),
    ]);
    expect(problems.map(({ path }) => path)).toEqual([
      '0.version',
      '0.entrypoint',
      '0.agents',
      '1.agents.0.actions.0',
      '1.agents.0.factory',
      '1.agents.0.comm_targets.0',
      '1.entrypoint',
      '2.name',
      '2.exclude_tools.0',
    ]);
  });

  test('name fields as the file names them', async () => {
    const { problems } = await reportOf(soloJSON({ enable_entrypoint: false, comm_targets: ['clerk'] }));
    expect(problems).toEqual([
      { path: 'agents.0.enable_entrypoint', message: "must be true: 'clerk' is the entrypoint" },
    ]);
  });

  test('name required fields', async () => {
    const { problems } = await reportOf({});
    expect(problems).toEqual(
      ['name', 'version', 'entrypoint', 'agents'].map((path) => ({
        path,
        message: `is missing: there must be a field '${path}'`,
      })),
    );
  });

  test('name required fields of an agent', async () => {
    const { problems } = await reportOf(soloJSON({}, { agents: [{}] }));
    expect(problems.map(({ path }) => path)).toEqual(['agents.0.name', 'agents.0.comm_targets']);
  });

  test.each([
    ['version', 1, 'must be a string, but it is the number 1'],
    ['agents', {}, 'must be a list, but it is an object'],
    ['keywords', 'mail', 'must be a list, but it is the string "mail"'],
    ['public', 'yes', 'must be a boolean, but it is the string "yes"'],
    ['enable_interswarm', 1, 'must be a boolean, but it is the number 1'],
    ['action_imports', [7], 'must be a string, but it is the number 7'],
    ['task_message_limit', 0, 'must be a number of more than 0, but it is the number 0'],
  ])('say what %s must be', async (field, value, message) => {
    const { problems } = await reportOf(soloJSON({}, { [field]: value }));
    expect(problems.map((problem) => problem.message)).toEqual([message]);
  });

  test('keep their causes', async () => {
    const error = await rejectionOf(soloJSON({ factory: 'module::./broken-module.ts:x' }));
    expect(error.cause).toBeInstanceOf(AggregateError);
    const [cause] = (error.cause as AggregateError).errors as Error[];
    expect(cause!.cause).toMatchObject({ message: 'this module never loads' });
  });

  test('problems of a swarms file are joined into one readable message', async () => {
    const error = await rejectionOf([soloJSON({ comm_targets: ['clark'] })]);
    expect(error.message).toBe(
      "1 problem in the swarms:\n- 0.agents.0.comm_targets.0: agent 'clerk' may write to 'clark', but there is no such " +
        "agent. Did you mean 'clerk'?",
    );
  });
});

describe('warnings about a swarms file', () => {
  test('name unknown keys and suggest the right one', async () => {
    const { problems, warnings } = await reportOf([
      soloJSON({ can_complete_task: true }, { breakpoint_tool: [], owner: 'me' }),
    ]);
    expect(problems).toEqual([]);
    expect(warnings).toEqual([
      {
        path: '0.agents.0.can_complete_task',
        message: "the key 'can_complete_task' is not known and has no effect. Did you mean 'can_complete_tasks'?",
      },
      {
        path: '0.breakpoint_tool',
        message: "the key 'breakpoint_tool' is not known and has no effect. Did you mean 'breakpoint_tools'?",
      },
      { path: '0.owner', message: "the key 'owner' is not known and has no effect." },
    ]);
  });

  test('warnings about a swarms file are reported even when loading fails', async () => {
    const { problems, warnings } = await reportOf(soloJSON({}, { version: undefined, Version: '1.0.0' }));
    expect(problems).toEqual([
      { path: 'version', message: "is missing: there must be a field 'version', and there is a 'Version'" },
    ]);
    expect(warnings).toHaveLength(1);
  });

  test('need no listener', async () => {
    expect(await parseSwarmsJSON(soloJSON({}, { owner: 'me' }))).toHaveLength(1);
  });
});

describe('choosing swarms', () => {
  const file = [soloJSON({}, { name: 'a' }), { name: 'b', broken: true }, soloJSON({}, { name: 'c' }), 7];

  test('loads only the chosen swarms, whatever the rest looks like', async () => {
    const swarms = await parseSwarmsJSON(file, { names: ['c', 'a'] });
    expect(swarms.map(({ name }) => name)).toEqual(['a', 'c']);
  });

  test('reports the names that no swarm has', async () => {
    const { problems } = await reportOf([soloJSON()], { names: ['sola', 'other'] });
    expect(problems).toEqual([
      { path: '(the whole file)', message: "there is no swarm 'sola'. Did you mean 'solo'?" },
      { path: '(the whole file)', message: "there is no swarm 'other'." },
    ]);
  });

  test('choosing swarms does not load the code of the others', async () => {
    const other = soloJSON({ factory: 'module::./broken-module.ts:x' }, { name: 'other' });
    expect(await parseSwarmsJSON([other, soloJSON()], { root, names: ['solo'] })).toHaveLength(1);
  });
});

describe('an untrusted swarm', () => {
  test('an untrusted swarm may name what is already loaded', async () => {
    const library = fullLibrary();
    const swarm = soloJSON(
      {
        factory: 'python::mail.factories.supervisor:LiteLLMSupervisorFunction',
        actions: ['calculate_expression'],
        agent_params: { llm: 'scripted/x', system: 'library::examples/math:systemPrompt' },
      },
      { action_imports: ['python::mail.examples.math_dummy.actions:calculate_expression'] },
    );
    const [definition] = await parseSwarmsJSON(swarm, { library, trusted: false });
    expect(definition!.agents[0]!.actions).toEqual([library.actions['examples/math:calculateExpression']]);
  });

  test('an untrusted swarm may name neither modules nor addresses, anywhere', async () => {
    let fetched = 0;
    const { problems } = await reportOf(
      soloJSON(
        {
          factory: 'module::./broken-module.ts:factory',
          agent_params: {
            llm: 'x',
            system: 'module::./broken-module.ts:prompt',
            deep: { er: ['url::https://example.org'] },
          },
        },
        { action_imports: ['module::./broken-module.ts:action'] },
      ),
      { trusted: false, fetchText: async () => `${(fetched += 1)}` },
    );
    expect(problems).toHaveLength(4);
    expect(problems.every(({ message }) => message.includes('is refused'))).toBe(true);
    expect(fetched).toBe(0);
  });
});

test('parseSwarmsJSON does not read the environment', async () => {
  const before = process.env;
  try {
    process.env = new Proxy({}, { get: (_, key) => (key === 'toJSON' ? undefined : 'trap'), has: () => true });
    expect(await parseSwarmsJSON(soloJSON())).toEqual(await parseSwarmsJSON(soloJSON()));
    const [definition] = await parseSwarmsJSON(soloJSON());
    expect(JSON.stringify(definition)).not.toContain('trap');
  } finally {
    process.env = before;
  }
});

test('parseSwarmsJSON lets no file set a prototype', async () => {
  const text = JSON.stringify(soloJSON()).replace('{', '{"__proto__":{"public":true},');
  const [definition] = await parseSwarmsJSON(text);
  expect(definition!.public).toBe(false);
});

test('any JSON is either loaded or refused with invalid_swarm', async () => {
  const key = fc.constantFrom(
    'name',
    'version',
    'entrypoint',
    'agents',
    'actions',
    'agent_params',
    'comm_targets',
    'x',
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom('clerk', 'python::x:y', 'module::a:b', 'url::https://x.org', '', 1, true, null),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(key, tie('value'), { maxKeys: 5 }),
    ),
  }));
  await fc.assert(
    fc.asyncProperty(value, async (swarm) => {
      const { problems } = await reportOf([soloJSON({}, { more: swarm }), swarm]);
      expect(problems.every(({ path, message }) => path !== '' && message !== '')).toBe(true);
      expect(problems.length).toBeGreaterThan(0);
    }),
  );
});
