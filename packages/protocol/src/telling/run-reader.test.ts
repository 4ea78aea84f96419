import { describe, expect, it } from 'vitest';
import { listReference, readStream } from '../__fixtures__/reference.ts';
import { RunReader, type RunReaderOptions } from './run-reader.ts';
import type { Telling, ToldCall } from './telling.ts';

type Spoken = { event: string; data: object; id?: string };
const event = ({ data, ...rest }: Spoken) => ({ ...rest, data: JSON.stringify(data) });
const telling = (data: object, id?: string): Spoken => ({
  event: 'telling',
  data,
  ...(id === undefined ? {} : { id }),
});

const timestamp = '2026-03-01T08:30:00+00:00';

/** As the reference implementation tells of things: names in prose, results behind the first line of a description. */
const told = (name: string, extra: object, description = ''): Spoken => ({
  event: name,
  data: { timestamp, task_id: 't', description, extra_data: extra },
});
const called = (tool: string, id: string, args: object = {}): Spoken =>
  told('tool_call', { tool_name: tool, tool_call_id: id, tool_args: args }, `agent boss called ${tool}`);
const mail = (to: string[], { role = 'agent', subject = 'Work' } = {}): Spoken => {
  const sender = { address_type: role, address: 'boss' };
  const recipients = to.map((address) => ({ address_type: 'agent', address }));
  const message = { task_id: 't', broadcast_id: 'b', sender, recipients, subject, body: 'Add.' };
  return told('new_message', { full_message: { id: 'm1', timestamp, msg_type: 'broadcast', message } });
};
const end = (response: string): Spoken => ({ event: 'task_complete', data: { timestamp, task_id: 't', response } });

function read(events: readonly Spoken[], options: RunReaderOptions = {}): Telling[] {
  const reader = new RunReader(options);
  reader.begin();
  return events.flatMap((each) => reader.read(event(each))).map((each) => each.telling);
}

describe('tellings of a server', () => {
  const begin = telling({ type: 'begin', task_id: 't', run: 2, message_id: 'm/1' });
  const start = telling({ type: 'text_start', id: 'a', agent: 'boss', turn: 1, kind: 'answer', is_answer: true }, '5');
  const text = (delta: string, offset: number) => telling({ type: 'text', id: 'a', offset, delta });

  it('are told once, over as many connections as it takes, with their run and time', () => {
    const reader = new RunReader();
    expect(reader.query).toBeUndefined();
    const over = (...events: Spoken[]) => {
      reader.begin();
      return events.flatMap((each) => reader.read(event(each))).map((each) => each.telling.type);
    };
    expect(over(begin, telling({ type: 'start', answer_id: 'x' }, '4'), start, text('Hel', 0))).toHaveLength(3);
    expect(reader.query).toBe('run=2&message_id=m%2F1&after=5&has=3/a');
    expect(over(begin, start, text('Hello', 0))).toEqual(['text']);
    expect(reader.query).toBe('run=2&message_id=m%2F1&after=5&has=5/a');
    const usage = telling({ type: 'usage', at: 'noon', agent: 'boss', model: 'm', usage: { input_tokens: 1 } }, '6');
    expect(reader.read(event(usage))).toMatchObject([{ at: 'noon', run: 2, telling: { usage: { inputTokens: 1 } } }]);
  });

  it('of a newer server are passed over where nobody knows them', () => {
    expect(read([begin, telling({ type: 'fireworks' }), { event: 'fireworks', data: {} }])).toEqual([]);
  });

  it('that are no JSON are an error', () => {
    expect(() => new RunReader().read({ event: 'telling', data: '{' })).toThrow(/expected JSON/);
  });

  it('tell the results of calls that an earlier stream told of', () => {
    const by = { agent: 'boss', turn: 1 };
    const call: ToldCall = { id: 'c', by, callId: 'c', tool: 'pay', kind: 'action', input: {}, forCaller: true };
    const result = telling({ type: 'result', id: 'c', status: 'success', content: 'paid' }, '7');
    expect(read([result])).toEqual([]);
    expect(read([result], { adopted: [call] })).toMatchObject([{ type: 'result', call: { tool: 'pay' } }]);
  });
});

describe('frames of a server that knows only MAIL', () => {
  it('tell of mail between agents once for each of those who get it', () => {
    const others = [
      mail(['math'], { role: 'system', subject: '::action_complete::' }),
      mail(['boss'], { role: 'user' }),
    ];
    expect(read([mail(['math', 'web']), ...others])).toMatchObject([
      {
        type: 'mail',
        mail: { id: 'm1/math', messageId: 'm1', from: 'boss', to: 'math', subject: 'Work', body: 'Add.' },
      },
      { type: 'mail', mail: { id: 'm1/web', to: 'web' } },
    ]);
  });

  it.each([
    ['agent weather called get_weather', 'weather'],
    ["agent 'weather' called get_weather", 'weather'],
    ['get_weather is called', ''],
  ])('tell who did it where that is only said in prose: %j', (description, agent) => {
    const call = told('tool_call', { tool_name: 'get_weather', tool_args: {} }, description);
    expect(read([call])).toMatchObject([{ type: 'call', call: { by: { agent } } }]);
  });

  it('tell of calls, their results and the answer', () => {
    const result = told('action_complete', {}, 'action complete (caller = boss):\n3');
    expect(read([called('add', 'c', { a: 1 }), result, end('Three.')])).toMatchObject([
      { type: 'call', call: { tool: 'add', input: { a: 1 }, by: { agent: 'boss' } } },
      { type: 'result', call: { tool: 'add' }, result: { status: 'success', content: '3' } },
      { type: 'text-start', text: { isAnswer: true } },
      { type: 'text', delta: 'Three.' },
      { type: 'text-end', retracted: false },
      { type: 'end', outcome: 'complete', text: 'Three.' },
    ]);
  });

  it('tell of errors that belong to no call', () => {
    const lost = told('action_error', {}, 'action x not found');
    expect(read([lost])).toMatchObject([{ type: 'notice', code: 'action_error', text: 'action x not found' }]);
    const words = 'agent attempted to contact disallowed recipients: ghost';
    expect(read([told('agent_error', {}, words)])).toMatchObject([
      { type: 'notice', code: 'agent_error', text: words },
    ]);
  });

  it('end with a pause when a breakpoint came before', () => {
    const calls = JSON.stringify([{ call_id: 'c', name: 'ask_human', arguments: '{"q":"ok?"}' }]);
    const asked = called('ask_human', 'c', { q: 'ok?' });
    const pausing = told('breakpoint_tool_call', {}, 'agent boss used breakpoint tools ask_human');
    const tellings = read([asked, pausing, end(calls)]);
    expect(tellings.at(-1)).toMatchObject({
      type: 'pause',
      questions: [{ call: { callId: 'c', input: { q: 'ok?' } } }],
    });
    expect(read([end(calls)]).at(-1)).toMatchObject({ type: 'end', text: calls });
  });

  it.each(listReference('wire', '.sse'))('are understood in %s, and end once', (name) => {
    const tellings = read(readStream(name) as Spoken[]);
    expect(tellings.filter(({ type }) => type === 'end' || type === 'pause')).toEqual([tellings.at(-1)]);
    const open = new Set(tellings.flatMap((each) => (each.type === 'call' ? each.call.id : [])));
    const ended = tellings.flatMap((each) => (each.type === 'result' ? each.call.id : []));
    expect(ended.filter((id) => !open.has(id))).toEqual([]);
  });
});
