import { describe, expect, it } from 'vitest';
import { called, completed, failed, letter, paused, told, usage } from '../__fixtures__/frames.ts';
import { outline, translate, type TranslateOptions } from '../__fixtures__/translate.ts';

const calls = (frames: Parameters<typeof translate>[0], options: TranslateOptions = {}) =>
  outline(translate(frames, options)).filter((line) => /^(within|outside|result|error|approve)/.test(line));
const done = completed('');
const ended = (event: string, callId: string, more = {}) =>
  told(event, { caller: 'boss', tool_name: 'add', tool_call_id: callId, ...more });
const declared = { plan: { declared: new Set(['ask']) } };

describe('a call within the swarm', () => {
  it('is shown with its result', () => {
    const frames = [
      called('boss', 'add', 'c', { tool_args: { a: 1 } }),
      told('action_call', { caller: 'boss', tool_name: 'add', tool_call_id: 'c' }),
      ended('action_complete', 'c', { result: { sum: 1 } }),
    ];
    expect(calls([...frames, done])).toEqual(['within add c {"a":1}', 'result c {"sum":1}']);
  });

  it('has both flags wherever it is named', () => {
    const parts = translate([called('boss', 'add', 'c'), done]);
    const flags = { providerExecuted: true, dynamic: true };
    expect(parts).toContainEqual(expect.objectContaining({ type: 'tool-input-start', id: 'c', ...flags }));
    expect(parts).toContainEqual(expect.objectContaining({ type: 'tool-call', toolCallId: 'c', ...flags }));
  });

  it('says which agent made it', () => {
    const part = translate([called('boss', 'add', 'c'), done]).find((each) => each.type === 'tool-call');
    expect(part?.providerMetadata?.mail).toEqual({ taskId: 't', swarm: 'team', agent: 'boss', callId: 'c' });
  });

  it('may fail', () => {
    const frames = [called('boss', 'add', 'c'), ended('action_error', 'c', { error_message: 'kaboom' })];
    expect(calls([...frames, done])).toEqual(['within add c {}', 'error c "kaboom"']);
  });

  it('may be a letter, which is sent when it is seen to arrive', () => {
    const frames = [called('boss', 'send_request', 'c'), usage('boss', 1, 1), letter('boss', 'Hi')];
    expect(calls([...frames, done])).toEqual(['within send_request c {}', 'result c "message sent"']);
  });

  it.each([
    ['await_message', 'await_message'],
    ['ignore_broadcast', 'broadcast_ignored'],
    ['help', 'help_called'],
  ])('may be %s', (tool, event) => {
    const frames = [called('boss', tool, 'c'), told(event, { caller: 'boss', tool_name: tool, tool_call_id: 'c' })];
    expect(calls([...frames, done])).toEqual([`within ${tool} c {}`, 'result c "done"']);
  });

  it('that fails without being an action is told by an error of its agent', () => {
    const frames = [
      called('boss', 'send_request', 'c'),
      told('agent_error', { caller: 'boss', tool_name: 'send_request', tool_call_id: 'c' }, 'who is that?'),
    ];
    expect(calls([...frames, done])).toEqual(['within send_request c {}', 'error c "who is that?"']);
  });

  it('that says nothing of its end has ended when its agent calls again', () => {
    const frames = [
      called('boss', 'acknowledge_broadcast', 'a'),
      called('boss', 'send_request', 'b'),
      usage('boss', 1, 1),
      called('boss', 'add', 'c'),
    ];
    expect(calls([...frames, done])).toEqual([
      'within acknowledge_broadcast a {}',
      'within send_request b {}',
      'result a "done"',
      'result b "done"',
      'within add c {}',
      'result c "the run ended before this call did"',
    ]);
  });

  it('always gets a result before the end', () => {
    const frames = [called('boss', 'add', 'c'), called('boss', 'send_request', 'd')];
    expect(calls([...frames, failed('boom')])).toEqual([
      'within add c {}',
      'within send_request d {}',
      'error c "the run ended before this call did"',
      'result d "done"',
      'error boom',
    ]);
  });

  it('keeps apart what two agents call by the same id', () => {
    const frames = [
      called('boss', 'add', 'c'),
      called('clerk', 'add', 'c'),
      told('action_complete', { caller: 'clerk', tool_call_id: 'c', result: 2 }),
      told('action_complete', { caller: 'boss', tool_call_id: 'c', result: 1 }),
      called('boss', 'add', 'c'),
    ];
    expect(calls([...frames, done])).toEqual([
      'within add c {}',
      'within add c~2 {}',
      'result c~2 2',
      'result c 1',
      'within add c~3 {}',
      'result c~3 "the run ended before this call did"',
    ]);
  });

  it('has an empty result where it has none', () => {
    expect(calls([called('boss', 'add', 'c'), ended('action_complete', 'c', { result: null }), done])).toEqual([
      'within add c {}',
      'result c ""',
    ]);
  });
});

describe('the call that completes the task', () => {
  it('is shown as the answer it carries', () => {
    const frames = [
      called('boss', 'task_complete', 'c', { tool_args: { finish_message: 'Hi' } }),
      told('task_complete_call', { caller: 'boss', tool_name: 'task_complete', tool_call_id: 'c' }),
    ];
    expect(calls([...frames, completed('Hi')])).toEqual([]);
  });

  it('is shown as a call when it is refused', () => {
    const frames = [
      called('boss', 'task_complete', 'c', { tool_args: { finish_message: 'Hi' } }),
      told('agent_error', { caller: 'boss', tool_name: 'task_complete', tool_call_id: 'c' }, 'not that format'),
    ];
    expect(calls([...frames, completed('{}')])).toEqual([
      'within task_complete c {"finish_message":"Hi"}',
      'error c "not that format"',
    ]);
  });
});

describe('a call for somebody outside', () => {
  it('is handed over if the caller has declared the tool', () => {
    const frames = [called('boss', 'ask', 'a', { tool_args: { q: 1 } }), called('boss', 'ask', 'b')];
    const pause = paused({ call_id: 'a', name: 'ask', arguments: '{"q":1}' }, { call_id: 'b', name: 'ask' });
    const parts = translate([...frames, ...pause], declared);
    expect(outline(parts)).toEqual(['outside ask a {"q":1}', 'outside ask b {}', 'finish tool-calls paused']);
    expect(parts.filter((part) => 'dynamic' in part || 'providerExecuted' in part)).toEqual([]);
  });

  it('is a question for a yes if not', () => {
    const frames = [called('boss', 'ask', 'a'), ...paused({ call_id: 'a', name: 'ask' })];
    expect(outline(translate(frames))).toEqual(['within ask a {}', 'approve a', 'finish tool-calls paused']);
  });

  it('may come from a server that does not say that it pauses', () => {
    const [, end] = paused({ call_id: 'a', name: 'ask' });
    const { status: _, ...data } = end!.data;
    const bare = told('breakpoint_tool_call', {}, 'agent boss used breakpoint tools ask');
    expect(outline(translate([called('boss', 'ask', 'a'), bare, { ...end!, data }]))).toEqual([
      'within ask a {}',
      'approve a',
      'finish tool-calls paused',
    ]);
    // Without a breakpoint it is an answer that happens to look like one.
    expect(outline(translate([{ ...end!, data }])).at(-1)).toBe('finish stop undefined');
  });

  it('lets other calls of the turn go', () => {
    const frames = [called('boss', 'send_request', 's'), called('boss', 'add', 'x'), called('boss', 'ask', 'a')];
    expect(calls([...frames, ...paused({ call_id: 'a', name: 'ask' })], declared)).toEqual([
      'within send_request s {}',
      'within add x {}',
      'result s "done"',
      'outside ask a {}',
    ]);
  });

  it('of a declared tool that an agent runs by itself is shown when that is known', () => {
    const frames = [
      called('boss', 'ask', 'a'),
      told('action_complete', { caller: 'boss', tool_name: 'ask', tool_call_id: 'a', result: 'x' }),
    ];
    expect(calls([...frames, done], declared)).toEqual(['within ask a {}', 'result a "x"']);
  });
});

describe('a call of an earlier answer', () => {
  const adopted = { plan: { adopted: [{ toolCallId: 'a~2', callId: 'a', tool: 'ask' }] } };

  it('gets its result in this one', () => {
    const frames = [
      told('breakpoint_action_complete', { caller: 'boss', tool_name: 'ask', tool_call_id: 'a', result: 'yes' }),
    ];
    expect(calls([...frames, done], adopted)).toEqual(['result a~2 "yes"']);
  });

  it('is asked for again when it still waits', () => {
    expect(calls(paused({ call_id: 'a', name: 'ask', arguments: '{"q":1}' }), adopted)).toEqual([
      'within ask a~2 {"q":1}',
      'approve a~2',
    ]);
  });

  it('gets no result if it is unknown here', () => {
    const frames = [
      told('breakpoint_action_complete', { caller: 'boss', tool_name: 'ask', tool_call_id: 'a', result: 'yes' }),
    ];
    expect(calls([...frames, done])).toEqual([]);
  });
});

describe('with tools switched off', () => {
  const off = { plan: { withoutTools: true } };

  it('no call is shown', () => {
    const frames = [called('boss', 'add', 'c'), ended('action_complete', 'c', { result: 1 }), completed('Hi')];
    expect(calls(frames, off)).toEqual([]);
    expect(outline(translate(frames, off)).at(-1)).toBe('finish stop complete');
  });

  it('a pause ends the answer without a call', () => {
    const frames = [called('boss', 'ask', 'a'), ...paused({ call_id: 'a', name: 'ask' })];
    expect(outline(translate(frames, off))).toEqual(['finish other paused']);
  });
});

describe('calls of a server that gives no ids', () => {
  const prose = (event: string, text: string) => told(event, {}, text);

  it('are matched by agent, in order', () => {
    const frames = [
      told(
        'tool_call',
        { tool_name: 'get_weather', tool_args: { city: 'Oslo' }, tool_call_id: 'w1' },
        'agent weather called get_weather',
      ),
      told(
        'tool_call',
        { tool_name: 'get_weather', tool_args: { city: 'Rome' }, tool_call_id: 'w2' },
        'agent weather called get_weather',
      ),
      prose('action_call', 'agent weather executing action tool: get_weather with args: {}'),
      prose('action_complete', 'action complete (caller = weather):\n{"t": 20}'),
      prose('action_error', 'action error (caller = weather, tool = get_weather):\nno such city'),
    ];
    expect(calls([...frames, done])).toEqual([
      'within get_weather w1 {"city":"Oslo"}',
      'within get_weather w2 {"city":"Rome"}',
      'result w1 "{\\"t\\": 20}"',
      'error w2 "no such city"',
    ]);
  });

  it('include what the model provider ran', () => {
    const frames = [
      told('tool_call', { tool_name: 'web_search_call', tool_call_id: 's' }, 'agent boss called web_search_call'),
      told('builtin_tool_call', { tool_type: 'web_search_call' }, 'agent boss used web_search with query: x'),
    ];
    expect(calls([...frames, done])).toEqual(['within web_search_call s {}', 'result s "done"']);
  });
});
