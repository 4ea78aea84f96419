import type { JSONObject, LanguageModelV3CallOptions } from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import { toFingerprint } from '@posthouse/protocol/light';
import { assistant, call, decision, result, system, text, tool, user } from '../__fixtures__/prompt.ts';
import type { MAILModelSettings } from '../provider-settings.ts';
import { planCall } from './plan-call.ts';

const plan = (
  prompt: LanguageModelV3CallOptions['prompt'],
  more: Partial<LanguageModelV3CallOptions> = {},
  settings: MAILModelSettings = {},
  modelId = 'team',
) => {
  const planned = planCall({ prompt, ...more }, { modelId, settings });
  // As it goes over the wire: without what is not there.
  return { ...planned, body: JSON.parse(JSON.stringify(planned.body)) as JSONObject };
};

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('a new conversation', () => {
  it('posts to a new task with an id chosen here', () => {
    const { body, taskId, instead } = plan([user('go')]);
    expect(taskId).toMatch(uuid);
    expect(body).toEqual({ task_id: taskId, stream: 'tellings', swarm: 'team', body: 'go' });
    expect(instead).toBeUndefined();
    expect(plan([user('go')]).taskId).not.toBe(taskId);
  });

  it('lets the server choose the swarm when the model is called default', () => {
    expect(plan([user('go')], {}, {}, 'default').body).not.toHaveProperty('swarm');
    expect(plan([user('go')], {}, { swarm: 'other' }, 'default').body).toMatchObject({ swarm: 'other' });
  });

  it('a new conversation is addressed to the given entrypoint', () => {
    expect(plan([user('go')], {}, { entrypoint: 'clerk', bypassSupervisor: true }).body).toMatchObject({
      entrypoint: 'clerk',
      bypass_supervisor: true,
    });
  });

  it('prefers options of the call to those of the model', () => {
    const providerOptions = { mail: { entrypoint: 'chief', taskId: 'mine' } };
    expect(plan([user('go')], { providerOptions }, { entrypoint: 'clerk' }).body).toMatchObject({
      entrypoint: 'chief',
      task_id: 'mine',
    });
  });

  it('includes instructions and everything said elsewhere', () => {
    const prompt = [system('Be brief.'), user('Hi'), assistant(text('Hello.')), user('go')];
    expect(String(plan(prompt).body.body).replaceAll(/ boundary="\w+"/g, '')).toBe(
      '<instructions>\nBe brief.\n</instructions>\n\n<conversation>\n<user>\nHi\n</user>\n<assistant>\nHello.\n</assistant>\n</conversation>\n\ngo',
    );
  });
});

describe('continuing a conversation', () => {
  it('finds the task in the history, and sends only what is new', () => {
    const prompt = [user('Hi'), assistant(text('Hello.', { taskId: 'mine' })), user('go')];
    expect(plan(prompt).body).toEqual({
      task_id: 'mine',
      stream: 'tellings',
      swarm: 'team',
      body: 'go',
      resume_from: 'user_response',
    });
  });

  it('continues before a run when a message after the oldest of a trimmed history was edited', () => {
    const mark = (run: number, digest: string) => ({ taskId: 'mine', run, seq: 10 * run, digest });
    const first = [user('one'), assistant(text('1', mark(1, plan([user('one')]).digest)))];
    const { digest } = plan([...first, user('two'), user('three')]);
    const rest = [assistant(text('2', mark(2, digest))), user('four')];
    expect(plan([user('two'), user('three'), ...rest]).body).toMatchObject({
      task_id: 'mine',
      after: 20,
      body: 'four',
    });
    const { body } = plan([user('two'), user('trois'), ...rest]);
    expect(body).toMatchObject({ task_id: 'mine', before_run: 2 });
    expect(body).not.toHaveProperty('after');
    expect(body.body).toMatch(/two[^]*trois[^]*2[^]*four$/);
  });

  it('the task of another swarm is not continued', () => {
    const prompt = [user('Hi'), assistant(text('Hello.', { swarm: 'others' })), user('go')];
    const { body, taskId } = plan(prompt);
    expect(taskId).toMatch(uuid);
    expect(body.body).toContain('Hello.');
  });

  it('uses the newest task, and sends it what came in between', () => {
    const prompt = [
      user('1'),
      assistant(text('one', { taskId: 'old' })),
      user('2'),
      assistant(text('two', { taskId: 'new' })),
      user('3'),
      assistant(text('three, by somebody else')),
      user('4'),
    ];
    const { body, taskId } = plan(prompt);
    expect(taskId).toBe('new');
    expect(body.body).toContain('three, by somebody else');
    expect(body.body).not.toContain('two');
  });

  it('repeats instructions only when they have changed', () => {
    const instructions = toFingerprint('Be brief.')!;
    const prompt = [user('Hi'), assistant(text('Hello.', { instructions })), user('go')];
    expect(plan([system('Be brief.'), ...prompt]).body.body).toBe('go');
    expect(plan([system('Be verbose.'), ...prompt]).body.body).toContain('Be verbose.');
    expect(plan([system('Be brief.'), ...prompt]).instructions).toBe(instructions);
  });

  it('a conversation can start again when the server has forgotten the task', () => {
    const prompt = [system('Be brief.'), user('Hi'), assistant(text('Hello.', {})), user('go')];
    const { body, ...again } = plan(prompt).instead!('task_not_found')!;
    const wire = JSON.parse(JSON.stringify(body)) as JSONObject;
    expect(again.taskId).toMatch(uuid);
    expect(wire.body).toMatch(/Be brief[^]*Hi[^]*Hello[^]*go$/);
    expect(wire).not.toHaveProperty('resume_from');
    expect(again.instead).toBeUndefined();
  });

  it('refuses a call that has nothing to send, and says what approvals need', () => {
    const answered = [user('Hi'), assistant(text('Hello.', { taskId: 'mine' }))];
    expect(() => plan(answered)).toThrow(/no message of the user and no result[^]*providerExecuted: true/);
    expect(plan(answered, {}, { taskId: 'mine', resumeFrom: 'user_response' }).body).toMatchObject({ body: '' });
  });

  it('uses the given task', () => {
    expect(plan([user('go')], {}, { taskId: 'mine' }).body).not.toHaveProperty('resume_from');
    expect(plan([user('go')], {}, { taskId: 'mine', resumeFrom: 'user_response' }).body).toMatchObject({
      task_id: 'mine',
      resume_from: 'user_response',
      body: 'go',
    });
    expect(plan([user('yes')], {}, { taskId: 'mine', resumeFrom: 'breakpoint_tool_call' }).body).toEqual({
      task_id: 'mine',
      stream: 'tellings',
      swarm: 'team',
      resume_from: 'breakpoint_tool_call',
      kwargs: { breakpoint_tool_call_result: 'yes' },
    });
  });

  it('sends the given task only what it does not know', () => {
    const prompt = [user('Hi'), assistant(text('Hello.', { taskId: 'mine', swarm: 'renamed' })), user('go')];
    expect(plan(prompt, {}, { taskId: 'mine' }).body).toMatchObject({ task_id: 'mine', body: 'go' });
  });
});

describe('answers to open calls', () => {
  const asked = [user('Hi'), assistant(call('a', { mark: {} }), call('b', { mark: {} }))];
  const results = tool(result('a', { type: 'text', value: 'one' }), result('b', { type: 'json', value: { n: 2 } }));
  const tools = [{ type: 'function' as const, name: 'ask', inputSchema: { type: 'object' as const } }];

  it('answers resume the task, all in one request', () => {
    const { body, results: ahead } = plan([...asked, results], { tools });
    expect(ahead).toBeUndefined();
    expect(body).toEqual({
      task_id: 't',
      stream: 'tellings',
      swarm: 'team',
      resume_from: 'breakpoint_tool_call',
      kwargs: {
        breakpoint_tool_call_result: [
          { call_id: 'a', content: 'one' },
          { call_id: 'b', content: { n: 2 } },
        ],
      },
    });
  });

  it('answers are sent before text that comes with them', () => {
    const { body, results: ahead } = plan([...asked, results, user('Quick!')], { tools });
    expect(ahead).toMatchObject({ resume_from: 'breakpoint_tool_call' });
    expect(body).toEqual({
      task_id: 't',
      stream: 'tellings',
      swarm: 'team',
      body: 'Quick!',
    });
  });

  it('answers may get their results in this answer, unless it answers a new message', () => {
    const approved = [user('Hi'), assistant(call('a', { mark: {}, executed: true })), tool(decision('a', true))];
    expect(plan(approved).adopted).toMatchObject([{ id: 'a', callId: 'a', tool: 'ask', forCaller: true }]);
    expect(plan([...approved, user('Quick!')]).adopted).toEqual([]);
  });

  it('answers that belong to another task are sent as text', () => {
    const prompt = [user('Hi'), assistant(call('z')), tool(result('z', { type: 'text', value: 'zzz' })), user('go')];
    expect(plan(prompt).body.body).toContain('(ask gives zzz)');
  });
});

describe('tools and response formats', () => {
  const search = {
    type: 'function' as const,
    name: 'search',
    description: 'Searches.',
    inputSchema: { type: 'object' as const, properties: {} },
  };

  it('tools are sent with the message', () => {
    const { body, declared } = plan([user('go')], { tools: [search] });
    expect(body.tools).toEqual([
      { name: 'search', description: 'Searches.', parameters: { type: 'object', properties: {} } },
    ]);
    expect([...declared]).toEqual(['search']);
  });

  it('tools are not sent when they are switched off', () => {
    const { body, withoutTools } = plan([user('go')], { tools: [search], toolChoice: { type: 'none' } });
    expect(body).not.toHaveProperty('tools');
    expect(withoutTools).toBe(true);
  });

  it('the schema of the answer is sent', () => {
    const schema = { type: 'object' as const, properties: { sum: { type: 'number' as const } } };
    const { body, structured } = plan([user('go')], {
      responseFormat: { type: 'json', schema, name: 'Sum', description: 'A sum.' },
    });
    expect(body.response_format).toEqual({ title: 'Sum', description: 'A sum.', ...schema });
    expect(structured).toBe(true);
  });

  it('an object is asked for if any JSON is wanted, and nothing if text is', () => {
    expect(plan([user('go')], { responseFormat: { type: 'json' } }).body.response_format).toEqual({ type: 'object' });
    const plain = plan([user('go')], { responseFormat: { type: 'text' } });
    expect(plain.body).not.toHaveProperty('response_format');
    expect(plain.structured).toBe(false);
  });
});

describe('warnings of a call', () => {
  it('warnings name settings that have no effect', () => {
    const { warnings } = plan([user('go')], {
      temperature: 1,
      maxOutputTokens: 5,
      seed: 0,
      stopSequences: [],
      tools: [{ type: 'provider', id: 'openai.web_search', name: 'web_search', args: {} }],
      toolChoice: { type: 'required' },
    });
    expect(warnings.map((warning) => ('feature' in warning ? `${warning.type} ${warning.feature}` : ''))).toEqual([
      'unsupported maxOutputTokens',
      'unsupported temperature',
      'unsupported stopSequences',
      'unsupported seed',
      'unsupported provider tool openai.web_search',
      'unsupported toolChoice required',
    ]);
  });

  it('warnings name files that had to be encoded', () => {
    const file = (data: string | URL) => ({ type: 'file' as const, data, mediaType: 'image/png' });
    const packed = plan([{ role: 'user', content: [file('AAAA')] }]);
    expect(packed.warnings).toMatchObject([{ type: 'compatibility', feature: 'file' }]);
    expect(plan([{ role: 'user', content: [file(new URL('https://example.org/'))] }]).warnings).toEqual([]);
  });

  it.each<[JSONObject, string, string]>([
    [{ entrypiont: 'clerk' }, 'entrypiont', 'Did you mean entrypoint?'],
    [{ bypass_supervisor: true }, 'bypass_supervisor', 'Did you mean bypassSupervisor?'],
    [{ taskID: 'mine' }, 'taskID', 'Did you mean taskId?'],
    [{ includeEvent: true }, 'includeEvent', 'Did you mean includeEvents?'],
    [{ temperature: 1 }, 'temperature', 'Did you mean swarm, entrypoint, taskId, '],
    [{ entrypoint: 5 }, 'entrypoint', 'it must be a string.'],
    [{ swarm: null }, 'swarm', 'it must be a string.'],
    [{ bypassSupervisor: 'yes' }, 'bypassSupervisor', 'it must be a boolean.'],
  ])('warnings name %j, given for a call or for the model, which is not used', (given, name, details) => {
    const prompt = [user('Hi'), assistant(text('Hello.', { taskId: 'of the history' })), user('go')];
    const unused = plan(prompt).body;
    const warning = (place: string) => ({
      type: 'unsupported',
      feature: `${place}.${name}`,
      details: expect.stringContaining(details),
    });
    const called = plan(prompt, { providerOptions: { mail: given } });
    expect([called.body, called.warnings]).toEqual([unused, [warning('providerOptions.mail')]]);
    const own = plan(prompt, {}, given as MAILModelSettings);
    expect([own.body, own.warnings]).toEqual([unused, [warning('settings')]]);
  });

  it('a mistake does not affect valid settings beside it, or those of the model', () => {
    const mail = { entrypoint: 5, taskId: 'mine', includeEvents: undefined } as unknown as JSONObject;
    const { body, includeEvents, warnings } = plan(
      [user('go')],
      { providerOptions: { mail } },
      { entrypoint: 'clerk', includeEvents: true },
    );
    expect([body, includeEvents, warnings.length]).toEqual([
      expect.objectContaining({ entrypoint: 'clerk', task_id: 'mine' }),
      true,
      1,
    ]);
  });

  it('valid settings cause no warnings', () => {
    const all: Required<MAILModelSettings> = {
      swarm: 's',
      entrypoint: 'e',
      bypassSupervisor: false,
      taskId: 't',
      resumeFrom: 'user_response',
      includeEvents: false,
    };
    expect(plan([user('go')], { providerOptions: { mail: all, other: { x: 1 } } }, all).warnings).toEqual([]);
    expect(
      plan([system('s'), user('go')], { toolChoice: { type: 'auto' }, responseFormat: { type: 'text' } }).warnings,
    ).toEqual([]);
  });
});
