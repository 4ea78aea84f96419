import { action, agent, type AnyAction, swarm, type SwarmDefinition } from '@posthouse/runtime';
import { type ScriptedTurn, scripted } from '@posthouse/runtime/scripted';
import { askHuman } from './clerks.ts';

/** What the three agents of MAIL's own scenarios do, turn by turn. */
export type Scenario = { supervisor: ScriptedTurn[]; weather?: ScriptedTurn[]; math?: ScriptedTurn[] };

const getWeather: AnyAction = action({
  name: 'get_weather',
  description: 'The weather of a city.',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  execute: ({ city }: { city: string }) => {
    if (city === 'BOOM') throw new Error('kaboom');
    return { city, t: 20 };
  },
});

/** The cast of MAIL's scenarios: a supervisor, a weather agent with an action, a math agent. */
export function cast({ supervisor, weather = [], math = [] }: Scenario): SwarmDefinition {
  return swarm({
    name: 'swarm-alpha',
    version: '1.0.0',
    entrypoint: 'supervisor',
    agents: [
      agent({
        name: 'supervisor',
        model: scripted(supervisor),
        commTargets: ['weather', 'math'],
        enableEntrypoint: true,
        canCompleteTasks: true,
        actions: [askHuman],
      }),
      agent({ name: 'weather', model: scripted(weather), commTargets: ['supervisor'], actions: [getWeather] }),
      agent({ name: 'math', model: scripted(math), commTargets: ['supervisor'] }),
    ],
    breakpointTools: ['ask_human'],
  }).definition;
}

/** A turn of calls, in the order they are made. */
export function calls(...toolCalls: [name: string, input: object][]): ScriptedTurn {
  return { toolCalls: toolCalls.map(([name, input]) => ({ name, input })) };
}

export const complete = (text: string): ScriptedTurn => calls(['task_complete', { finish_message: text }]);

const request = (target: string, subject = 's', body = 'b'): [string, object] => [
  'send_request',
  { target, subject, body },
];
const respond = (subject: string, body: string): ScriptedTurn =>
  calls(['send_response', { target: 'supervisor', subject, body }]);

const END = 'tool_call task_complete_call new_message task_complete';

/**
 * The scenarios that were recorded from MAIL's own server. `differs` says where we do better on purpose; everything else
 * is shown exactly as it is there.
 */
export const scenarios: Record<string, Scenario & { frames: string; differs?: string }> = {
  simple: {
    supervisor: [{ ...complete('done-simple'), reasoning: 'because', text: 'pre' }],
    frames: `new_message ${END}`,
  },
  delegate: {
    supervisor: [
      {
        reasoning: 'think one',
        text: 'Let me ask',
        ...calls(request('weather', 'Forecast', 'please'), ['await_message', { reason: 'waiting on weather' }]),
      },
      complete('sunny'),
    ],
    weather: [calls(['get_weather', { city: 'Tokyo' }]), respond('Re: Forecast', 'sunny 20C')],
    frames: `new_message tool_call tool_call await_message new_message tool_call action_call action_complete new_message tool_call new_message ${END}`,
  },
  badtarget: {
    supervisor: [calls(request('ghost')), complete('bt')],
    frames: `new_message tool_call agent_error new_message ${END}`,
  },
  badargs: {
    supervisor: [calls(['send_request', { target: 'weather', subject: 'nobody' }]), complete('ba')],
    frames: `new_message tool_call agent_error new_message ${END}`,
  },
  unknown_action: {
    supervisor: [calls(['nope', { a: 1 }]), complete('ua')],
    frames: `new_message tool_call action_error new_message ${END}`,
  },
  forbidden_action: {
    supervisor: [calls(['get_weather', { city: 'X' }]), complete('fa')],
    frames: `new_message tool_call action_error new_message ${END}`,
  },
  interrupt: {
    supervisor: [calls(['send_interrupt', { target: 'weather', subject: 'Stop', body: 'halt' }]), complete('int')],
    weather: [respond('Re', 'stopped')],
    frames: `new_message tool_call new_message tool_call new_message ${END}`,
  },
  await_bad: {
    supervisor: [calls(['await_message', {}]), complete('ab')],
    frames: `new_message tool_call agent_error new_message ${END}`,
  },
  ack_wrong: {
    supervisor: [calls(['acknowledge_broadcast', {}]), complete('aw')],
    frames: `new_message tool_call new_message ${END}`,
  },
  dup: {
    supervisor: [calls(['task_complete', { finish_message: 'one' }], ['task_complete', { finish_message: 'two' }])],
    frames: 'new_message tool_call tool_call task_complete_call new_message task_complete_call_duplicate task_complete',
  },
  breakpoint: {
    supervisor: [{ reasoning: 'need human', ...calls(['ask_human', { q: 'ok?' }]) }, complete('resumed')],
    frames: 'new_message tool_call breakpoint_tool_call task_complete',
  },
  builtin: {
    supervisor: [
      {
        content: [
          { type: 'web-search', query: 'q' },
          { type: 'code-interpreter', code: 'print(1)' },
          { type: 'tool-call', name: 'task_complete', input: { finish_message: 'bi' } },
        ],
      },
    ],
    frames:
      'new_message tool_call tool_call tool_call builtin_tool_call builtin_tool_call task_complete_call new_message task_complete',
  },
  text: {
    supervisor: [{ text: 'plain text' }, complete('after text')],
    frames: `new_message new_message ${END}`,
    differs: 'words that no tool sends go to nobody, and their agent is told',
  },
  notools: {
    supervisor: [{ text: '' }],
    frames: 'new_message agent_error task_error',
    differs: 'one clear failure instead of a cascade',
  },
  action_raises: {
    supervisor: [calls(request('weather')), complete('ar')],
    weather: [calls(['get_weather', { city: 'BOOM' }]), respond('r', 'failed')],
    frames: `new_message tool_call new_message tool_call action_call action_error new_message tool_call new_message ${END}`,
    differs: 'an action that throws is an error, not a success',
  },
  broadcast: {
    supervisor: [
      calls(['send_broadcast', { subject: 'FYI', body: 'hello all', targets: ['weather'] }]),
      complete('bc'),
    ],
    weather: [calls(['acknowledge_broadcast', { note: 'n' }]), respond('Re', 'ok')],
    frames: `new_message tool_call new_message tool_call new_message ${END}`,
    differs: 'a broadcast goes to its targets, not to everybody',
  },
  raise: {
    supervisor: [{ fault: { kind: 'http', status: 400, message: 'LLM exploded' } }],
    frames: 'new_message agent_error task_error',
    differs: 'one clear failure instead of a cascade',
  },
  weathertc: {
    supervisor: [calls(request('weather')), complete('by the supervisor')],
    weather: [complete('weather completed it'), respond('Re', 'I may not')],
    frames: `new_message tool_call new_message tool_call agent_error new_message tool_call new_message ${END}`,
    differs: 'only who may complete completes',
  },
};
