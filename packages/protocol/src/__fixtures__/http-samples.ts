import type { z } from 'zod';
import * as protocol from '../index.ts';
import type { JSONValue } from '../index.ts';
import { completeSamples, envelope, request, wrapper } from './samples.ts';
import { studioSamples } from './studio-samples.ts';

type AnyCodec = {
  name: string;
  schema: z.ZodType;
  parse(input: unknown): protocol.Parsed<unknown>;
  emit(value: unknown): unknown;
};

const isCodec = (value: unknown): value is AnyCodec =>
  typeof value === 'object' && value !== null && 'emitTrusted' in value;

/** Every codec of the package, by the name under which it is exported. */
export const allCodecs: [string, AnyCodec][] = Object.entries<unknown>(protocol).filter(
  (entry): entry is [string, AnyCodec] => isCodec(entry[1]),
);

const storedEvent = { event: 'tool_call', data: '{"description":"…"}', id: '7', retry: 3000 };
const taskRecord = {
  task_id: 'task-1',
  task_owner: 'user:ada@harbour',
  task_contributors: ['user:ada@harbour'],
  start_time: '2026-03-01T08:30:00.000000+00:00',
  events: [storedEvent, { event: 'ping', data: { task_id: 'task-1' } }],
  is_running: false,
  task_message_queue: [[5, 214, envelope('request', request)]],
  remote_swarms: ['annex'],
  completed: true,
  title: null,
  status: 'complete',
};
const uiTask = {
  task_id: 'task-1',
  task_owner: 'user:ada@harbour',
  is_running: true,
  completed: false,
  start_time: '2026-03-01T08:30:00.000000+00:00',
  title: null,
};
const tool = { name: 'look', description: 'Look up', parameters: { type: 'object', properties: { a_b: {} } } };
const about = { timestamp: '2026-03-01T08:30:00.000000+00:00', task_id: 'task-1', description: 'something happened' };
const caller = { caller: 'clerk', tool_name: 'look', tool_call_id: 'call-1' };

/** Bodies that are valid as they stand, without nulls or keys that a codec would drop: at least one for every codec. */
export const bodySamples: Record<string, JSONValue[]> = {
  ...studioSamples,
  mailAddressWire: completeSamples['mail-address'],
  mailRequestWire: completeSamples['mail-request'],
  mailResponseWire: completeSamples['mail-response'],
  mailBroadcastWire: completeSamples['mail-broadcast'],
  mailInterruptWire: completeSamples['mail-interrupt'],
  mailMessageWire: completeSamples['mail-message'],
  mailInterswarmMessageWire: completeSamples['mail-interswarm-message'],
  interswarmDeliveryWire: [{ message: wrapper('request', request) }],
  interswarmReceiptWire: [
    { swarm: 'annex', task_id: 'task-1', status: 'success', local_runner: 'swarm:harbour@annex' },
  ],
  interswarmPostWire: [
    { user_token: 't', targets: ['clerk@annex'], body: 'hello' },
    {
      user_token: 't',
      targets: ['clerk@annex', 'porter@annex'],
      body: '',
      subject: 's',
      msg_type: 'broadcast',
      task_id: 'task-1',
      routing_info: { some_key: null },
      stream: true,
      ignore_stream_pings: false,
    },
  ],
  interswarmResultWire: [
    { response: envelope('request', request) },
    { response: envelope('request', request), events: [{ any_thing: null }] },
  ],
  postMessageWire: [
    {},
    { body: 'hello', stream: 'tokens' },
    {
      body: 'hello',
      subject: 's',
      msg_type: 'request',
      entrypoint: 'clerk',
      task_id: 'task-1',
      resume_from: 'breakpoint_tool_call',
      stream: true,
      show_events: true,
      kwargs: {
        timeout: 2.5,
        max_steps: 3,
        breakpoint_tool_call_result: [{ call_id: 'call-1', content: { snake_key: null } }],
        breakpoint_tool_caller: 'clerk',
        tool_results: 'yes',
      },
      swarm: 'harbour',
      tools: [tool],
      response_format: { type: 'json_schema', json_schema: { snake_key: null } },
      bypass_supervisor: true,
    },
  ],
  messageResultWire: [
    { response: 'done', events: null },
    { response: 'done', events: [storedEvent], task_id: 'task-1', status: 'paused', code: 'stalled' },
  ],
  responsesRequestWire: [
    { input: [], tools: [] },
    {
      input: [{ role: 'user', snake_key: null }],
      tools: [tool],
      instructions: 'be brief',
      previous_response_id: 'r-1',
      tool_choice: { type: 'function' },
      parallel_tool_calls: false,
      kwargs: { any_key: null },
    },
  ],
  errorBodyWire: [{ detail: 'no' }, { detail: 'no', code: 'invalid_input', details: [{ path: 'a_b' }] }],
  healthWire: [{ status: 'healthy', swarm_name: 'harbour', timestamp: about.timestamp }],
  healthUpdateWire: [{ status: 'tired' }],
  serverInfoWire: [
    {
      name: 'mail',
      protocol_version: '1.3',
      version: '1.3',
      swarm: {
        name: 'harbour',
        version: '0.1.0',
        description: 'd',
        entrypoint: 'clerk',
        keywords: ['k'],
        public: true,
      },
      status: 'running',
      uptime: 1.5,
      features: ['idempotency-key', 'event-ids', 'federation'],
      public_key: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
      key_id: 'IuBbE6Q1pMjF8q1k',
    },
  ],
  serverStatusWire: [
    { swarm: { name: 'harbour', status: 'ready' }, active_users: 2, user_mail_ready: true, user_task_running: false },
  ],
  whoamiWire: [{ id: 'ada', role: 'admin' }],
  loadSwarmWire: [{ json: '{}' }],
  registerSwarmWire: [
    { name: 'annex', base_url: 'http://localhost:1' },
    {
      name: 'annex',
      base_url: 'http://localhost:1',
      auth_token: 't',
      volatile: false,
      metadata: { snake_key: null },
      agents: ['all'],
      callers: ['beta'],
    },
  ],
  approveSwarmWire: [
    { name: 'annex' },
    { name: 'annex', auth_token: 't', volatile: true, agents: ['clerk'], callers: ['beta'] },
  ],
  unregisterSwarmWire: [{ name: 'annex' }],
  discoverSwarmsWire: [{ urls: ['https://registry.example.org'] }],
  peerListWire: [
    { peers: [] },
    {
      peers: [
        {
          swarm_name: 'annex',
          base_url: 'http://localhost:1',
          version: '1.3',
          swarm_description: 'd',
          keywords: ['k'],
          public: true,
          volatile: false,
          kind: 'ours',
          state: 'approved',
          is_active: true,
          has_token: true,
          auth_token_ref: '${SWARM_AUTH_TOKEN_ANNEX}',
          key_id: 'IuBbE6Q1pMjF8q1k',
          agents: ['all'],
          callers: ['beta'],
          last_seen: about.timestamp,
          latency: 12.5,
        },
      ],
    },
  ],
  swarmChangedWire: [
    { status: 'registered', swarm_name: 'annex' },
    { status: 'unregistered', swarm_name: 'annex' },
  ],
  swarmListWire: [
    {
      swarms: [
        {
          swarm_name: 'annex',
          base_url: 'http://localhost:1',
          version: '1.3',
          last_seen: null,
          is_active: true,
          latency: 0.5,
          swarm_description: 'd',
          keywords: [],
          metadata: { snake_key: null },
        },
      ],
    },
  ],
  taskRecordWire: [taskRecord],
  taskListWire: [{}, { 'task-1': taskRecord, snake_case_id: { ...taskRecord, title: 'a title' } }],
  taskQueryWire: [{ task_id: 'task-1' }],
  taskStateWire: [{ task_id: 'task-1', status: 'cancelled' }],
  raiseBudgetWire: [{ swarm: 'demo', caller: 'user:u-1', calls: 10, tokens: 1_000, cost: 0.5 }],
  raiseRunBudgetWire: [{ swarm: 'demo', caller: 'user:u-1', task_id: 'task-1', end: false, calls: 10 }],
  spendingWire: [
    {
      swarm: 'demo',
      day: '2026-11-18',
      ends_at: '2026-11-19T00:00:00.000Z',
      budgets: { run: { calls: 10 }, caller: { cost: 0.5 }, swarm: {} },
      spent: { calls: 1, input_tokens: 2, output_tokens: 3, cost: 0.25 },
      total: { calls: 1, input_tokens: 2, output_tokens: 3, cost: 0.25 },
      callers: [{ caller: 'user:u-1', spent: { calls: 1, input_tokens: 2, output_tokens: 3, cost: 0.25 } }],
      waiting: [
        { caller: 'user:u-1', task_id: 'task-1', budget: { scope: 'run', unit: 'calls', limit: 10, used: 10 } },
      ],
    },
  ],
  callResultsWire: [[{ call_id: 'call-1', content: { a_b: [1, null] } }]],
  uiAgentsWire: [
    {
      agents: [
        {
          name: 'clerk',
          comm_targets: ['porter'],
          enable_entrypoint: true,
          can_complete_tasks: true,
          enable_interswarm: false,
        },
      ],
      entrypoint: 'clerk',
    },
  ],
  uiEventDumpWire: [
    {
      message: 'Dumped 1 event',
      event_count: 1,
      events: [{ task_id: 'task-1', event_type: 'ping', event_id: null, data: { snake_key: null } }],
    },
  ],
  uiTaskListWire: [[], [{ ...uiTask, event_count: 3 }]],
  uiTaskTitleWire: [{ task_id: 'task-1', title: 'a title' }],
  uiTaskWire: [{ ...uiTask, events: [storedEvent] }],
  mailFrameWire: [
    { event: 'new_message', id: '1', data: { ...about, extra_data: { full_message: envelope('request', request) } } },
    {
      event: 'tool_call',
      data: {
        ...about,
        extra_data: { ...caller, tool_args: { a_b: null }, reasoning: 'r', preamble: 'p', remote_swarm: 'annex' },
      },
    },
    { event: 'agent_error', data: { ...about, extra_data: {} } },
    { event: 'action_complete', data: { ...about, extra_data: { ...caller, result: { a_b: null } } } },
    { event: 'ping', data: { timestamp: about.timestamp, task_id: 'task-1' } },
    { event: 'task_complete', data: { timestamp: about.timestamp, task_id: 'task-1', response: 'done' } },
    { event: 'task_complete', data: { ...about, extra_data: { any_key: null } } },
    {
      event: 'token',
      data: { task_id: 't', agent: 'clerk', turn: 1, attempt: 1, part: 0, kind: 'text', offset: 0, delta: 'x' },
    },
  ],
};
