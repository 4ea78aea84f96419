import type { ScriptedRequest, ScriptedToolCall, ScriptedTurn } from '@posthouse/runtime/scripted';

/** The swarm that the suite pretends to be, unless the token that it was given belongs to another one. */
export const PEER_SWARM = 'conformance-peer';

export type AgentName = 'supervisor' | 'weather' | 'math';

/** What an agent does, turn by turn, or a function of what it has read. */
export type Lines = readonly ScriptedTurn[] | ((request: ScriptedRequest, step: number) => ScriptedTurn);

/** Who does what when the user asks for a scenario. Agents that are not listed do nothing. */
export type Play = { readonly [agent in AgentName]?: Lines };

const call = (name: string, input: unknown): ScriptedToolCall => ({ name, input });
const turn = (...toolCalls: ScriptedToolCall[]): ScriptedTurn => ({ toolCalls });

const finish = (text: string): ScriptedTurn => turn(call('task_complete', { finish_message: text }));
// The scenario travels in the body of every request, so that an agent knows from its own history what to do.
const ask = (scenario: string, subject = 'Request'): ScriptedToolCall =>
  call('send_request', { target: 'weather', subject, body: `scenario:${scenario}` });
const answer = (body: string): ScriptedToolCall =>
  call('send_response', { target: 'supervisor', subject: 'Answer', body });

/** Lets the others go first, so that a scenario shows the same order each time. */
const later = (line: ScriptedTurn): ScriptedTurn => ({ firstDelayMs: 250, ...line });

const askHuman = (q: string): ScriptedToolCall => call('ask_human', { q });

/** Every scenario by name. */
export const PLAYS: Readonly<Record<string, Play>> = {
  simple: {
    supervisor: [{ reasoning: 'because', text: 'pre', ...finish('done-simple') }],
  },
  delegate: {
    supervisor: [
      {
        reasoning: 'think one',
        ...turn(ask('delegate', 'Forecast'), call('await_message', { reason: 'waiting on weather' })),
      },
      finish('sunny'),
    ],
    weather: [turn(call('get_weather', { city: 'Tokyo' })), turn(answer('sunny 20C'))],
  },
  badtarget: {
    supervisor: [turn(call('send_request', { target: 'ghost', subject: 's', body: 'b' })), finish('bt')],
  },
  badargs: {
    supervisor: [turn(call('send_request', { target: 'weather', subject: 'without a body' })), finish('ba')],
  },
  unknown_action: { supervisor: [turn(call('nope', { a: 1 })), finish('ua')] },
  forbidden_action: { supervisor: [turn(call('get_weather', { city: 'Tokyo' })), finish('fa')] },
  action_raises: {
    supervisor: [turn(ask('action_raises')), finish('ar')],
    weather: [turn(call('get_weather', { city: 'BOOM' })), turn(answer('it failed'))],
  },
  broadcast: {
    supervisor: [
      turn(call('send_broadcast', { subject: 'FYI', body: 'scenario:broadcast', targets: [] })),
      finish('bc'),
    ],
    weather: [turn(call('acknowledge_broadcast', { note: 'noted' }))],
    math: [later(turn(call('ignore_broadcast', { reason: 'not for me' }), answer('ok')))],
  },
  broadcast_targets: {
    supervisor: [
      turn(call('send_broadcast', { subject: 'FYI', body: 'scenario:broadcast_targets', targets: ['weather'] })),
      finish('bt2'),
    ],
    weather: [later(turn(answer('heard')))],
    math: [turn(call('ignore_broadcast', { reason: 'not for me' }))],
  },
  ack_wrong: { supervisor: [turn(call('acknowledge_broadcast', { note: null })), finish('aw')] },
  await_bad: { supervisor: [turn(call('await_message', { reason: null })), finish('ab')] },
  interrupt: {
    supervisor: [
      turn(call('send_interrupt', { target: 'weather', subject: 'Stop', body: 'scenario:interrupt' })),
      finish('int'),
    ],
    weather: [turn(answer('stopped'))],
  },
  dup: {
    supervisor: [
      turn(call('task_complete', { finish_message: 'one' }), call('task_complete', { finish_message: 'two' })),
    ],
  },
  builtin: {
    supervisor: [
      {
        content: [
          { type: 'web-search', query: 'post houses' },
          { type: 'code-interpreter', code: 'print(1)', outputs: [{ type: 'logs', logs: '1\n' }] },
          { type: 'tool-call', name: 'task_complete', input: { finish_message: 'bi' } },
        ],
      },
    ],
  },
  text: {
    supervisor: [{ text: 'scenario:text, in plain words' }, finish('after text')],
    weather: [turn(answer('heard'))],
    math: [turn(answer('heard'))],
  },
  raise: {
    supervisor: [{ fault: { kind: 'http', status: 400, message: 'the model exploded' } }],
  },
  breakpoint: {
    supervisor: (request, step) =>
      step === 0 ? { reasoning: 'need human', ...turn(askHuman('ok?')) } : finish(`resumed: ${resultsOf(request)}`),
  },
  two_breakpoints: {
    supervisor: (request, step) =>
      step === 0 ? turn(askHuman('first?'), askHuman('second?')) : finish(`resumed: ${resultsOf(request)}`),
  },
  weathertc: {
    supervisor: [turn(ask('weathertc')), finish('supervisor completed it')],
    weather: [finish('weather completed it'), turn(answer('I may not'))],
  },
  max_steps: {
    supervisor: (request, step) => {
      if (textOf(request).includes('::maximum_steps_reached::')) return finish('forced');
      // A server that lets this run is stopped by the suite.
      return step < 10 ? turn(ask('max_steps', `Ping ${step}`)) : finish('not stopped');
    },
    weather: () => turn(answer('pong')),
  },
  interswarm: {
    supervisor: (request, step) =>
      step > 0
        ? finish('got remote')
        : turn(
            call('send_request', {
              target: `supervisor@${peerIn(request)}`,
              subject: 'Need help',
              body: 'What do you say over there?',
            }),
          ),
  },
  recall: {
    supervisor: (request) => finish(`remembered ${textOf(request).split('scenario:recall').length - 1}`),
  },
  priority: {
    supervisor: (request, step) => {
      if (step === 0) {
        return turn(
          ask('priority', 'low'),
          call('send_broadcast', { subject: 'middle', body: 'scenario:priority', targets: [] }),
          call('send_interrupt', { target: 'weather', subject: 'high', body: 'scenario:priority' }),
        );
      }
      const order = /order: (\w+ \w+ \w+)/.exec(textOf(request))?.[1];
      return order === undefined && step < 4
        ? turn(call('await_message', { reason: 'all three' }))
        : finish(`${order}`);
    },
    weather: (request) => later(turn(answer(`order: ${subjectsOf(request)}`))),
    math: [turn(call('ignore_broadcast', { reason: 'not for me' }))],
  },
};

/** What the agent was told, without its own words. */
function textOf({ messages }: ScriptedRequest): string {
  return messages
    .filter(({ role }) => role === 'user')
    .map(({ text }) => text)
    .join('\n');
}

/** The subjects of the scenario `priority` in the order in which the agent has read them, as an element or as a header. */
function subjectsOf(request: ScriptedRequest): string {
  return [...textOf(request).matchAll(/(?:>|^subject: )(high|middle|low)(?:<|$)/gm)].map((match) => match[1]).join(' ');
}

/** Which swarm to ask in the scenario `interswarm`: the message names it. */
function peerIn(request: ScriptedRequest): string {
  return /scenario:interswarm of ([\w.-]+)/.exec(textOf(request))?.[1] ?? PEER_SWARM;
}

/** What came back for the calls of the last turn. */
function resultsOf({ messages }: ScriptedRequest): string {
  const results = messages.findLast(({ role }) => role === 'tool')?.toolResults ?? [];
  return results.map(({ text }) => text).join(' and ');
}
