import {
  ERROR_CODES,
  type ErrorCode,
  mailInterswarmMessageWire,
  type MAILMessage,
  mailMessageWire,
  type MessageType,
  priorityTier,
} from '@posthouse/protocol';
import type { TaskStatus } from '@posthouse/store';

/** The protocol as an agent can ask for it. What stands in a table of ours is taken from there. */
export function toProtocolText(): string {
  const sections: [string, string[]][] = [
    ['1. Messages', messageLines()],
    ['2. Addresses', ADDRESSES],
    ['3. Order of reading', tierLines()],
    ['4. Tasks', taskLines()],
    ['5. Messages of the system', systemLines()],
    ['6. Errors', errorLines()],
    ['7. Between swarms', interswarmLines()],
  ];
  return sections.map(([title, lines]) => [`--- ${title} ---`, ...lines].join('\n')).join('\n\n');
}

type Fields = Readonly<Record<string, { isOptional(): boolean }>>;

/** The names of fields; those that may be left out have a question mark. */
function namesOf(fields: Fields): string {
  return Object.entries(fields)
    .map(([name, field]) => (field.isOptional() ? `${name}?` : name))
    .join(', ');
}

const TYPES: Record<MessageType, string> = {
  request: 'asks one agent for something; its answer is a response with the same request_id',
  response: 'answers a request; sent without a request, it stands alone',
  broadcast: 'tells several agents something, and asks for no answer',
  interrupt: 'stops what its recipients are doing; they read it before they go on',
  broadcast_complete: 'ends the task; its body is the finish message that the user reads',
};

function messageLines(): string[] {
  const options = mailMessageWire.schema.options;
  const envelope = namesOf(options[0].shape);
  return [
    `A message is an envelope (${envelope}) around a payload, whose kind is named by msg_type. Ids are UUIDs, times are ISO 8601.`,
    ...options.map(
      ({ shape: { msg_type: type, message } }) =>
        `${type.value}: ${TYPES[type.value]}. Payload: ${namesOf(message.shape)}.`,
    ),
    'A field with a question mark may be missing. subject is one line, body is free text; routing_info is for servers and means nothing to agents.',
    'Your tools make these messages: send_request, send_response, send_broadcast, send_interrupt and task_complete. You never write ids yourself.',
  ];
}

const ADDRESSES = [
  'An address has an address_type and an address.',
  'agent: an agent. Its name reaches it in this swarm, name@swarm in another one. No name has an @ in it.',
  'agent with the address all: every agent of the swarm but the sender. Nobody may be called all.',
  'user: the person who opened the task, by id. Users are answered with task_complete, not with a message.',
  'admin: a person with more rights. Their mail counts as that of a user.',
  'system: the swarm itself, by its name. It can be read but not written to.',
  'You reach the agents that your tools list as targets. Mail to anybody else is refused and comes back as a message of the system.',
];

const SENDERS = ['system', 'admin', 'user', 'agent'] as const;

function tierLines(): string[] {
  const tiers = new Map<number, string[]>();
  for (const sender of SENDERS) {
    const perType = (Object.keys(TYPES) as MessageType[]).map((type) => [type, tierOf(sender, type)] as const);
    for (const tier of new Set(perType.map(([, each]) => each))) {
      const types = perType.filter(([, each]) => each === tier).map(([type]) => type);
      const what = types.length === perType.length ? 'anything' : types.join(' or ');
      tiers.set(tier, [...(tiers.get(tier) ?? []), `${what} from ${sender}`]);
    }
  }
  return [
    'Mail that waits for you is read by tier, and within a tier in the order in which it came:',
    ...[...tiers].toSorted(([one], [other]) => one - other).map(([tier, what]) => `${tier}: ${what.join('; ')}`),
    'You read all that waits at the start of a turn, answer with tool calls, and read their results in your next turn.',
  ];
}

/** Which tier a message is in depends on nothing else. */
function tierOf(addressType: (typeof SENDERS)[number], msgType: MessageType): number {
  return priorityTier({ msgType, message: { sender: { addressType, address: 'x' } } } as MAILMessage);
}

const STATES: Record<TaskStatus, string> = {
  running: 'agents are at work, or have mail to read',
  paused:
    'a call waits for somebody outside: a breakpoint, an approval, or a budget to be raised. It goes on with the answer',
  complete: 'an agent has called task_complete',
  error: 'the work could not go on, or a limit was reached without an answer; the reason is the answer',
  cancelled: 'somebody has stopped it',
};

function taskLines(): string[] {
  return [
    'A task is a conversation with a swarm, with an id. Its first message opens it; each message of its user begins a run, which ends once.',
    ...Object.entries(STATES).map(([state, meaning]) => `${state}: ${meaning}.`),
    'A task that has ended goes on with the next message of its user. What you have read and done in it stays known to you, until it is summed up because it has become too long.',
    'Only agents that are allowed to may complete a task. What is still under way then is stopped.',
    'If nobody has anything left to do, the entrypoint is asked once what holds the task up; without an answer it ends with an error.',
  ];
}

/** By subject: every one that the system writes to agents. */
const SUBJECTS: Readonly<Record<string, string>> = {
  '::action_complete::': 'actions that you called are done; their results stand before it',
  '::action_complete_broadcast::': 'the same, without anything to read',
  '::action_error::': 'an action that you called failed; the body says which and why',
  '::tool_call_error::': 'a call was not understood, or you called nothing where a call was needed',
  '::invalid_recipient::': 'your message named somebody whom you may not write to; it went nowhere',
  '::agent_error::': 'an agent that you wrote to could not answer',
  '::help::': 'what you asked the help tool for',
  '::maximum_steps_reached::': 'a limit is used up: this is your last turn, so complete the task with what you know',
  '::stalled::': 'nobody is at work any more: complete the task, or say what it needs',
  '::breakpoint_tool_call::': 'an agent of another swarm waits for somebody to answer a call',
  '::breakpoint_tool_result::': 'that call was answered',
  '::task_complete::': 'a task is complete; from another swarm, the end of what it did for you',
  '::task_error::': 'what another swarm did for you ended with an error',
  '::task_cancelled::': 'what another swarm did for you was stopped',
  '::manual_step::': 'it is your turn, where turns are given by hand',
};

function systemLines(): string[] {
  return [
    'The system writes to you with a subject between double colons. You cannot answer it; act on what it says.',
    ...Object.entries(SUBJECTS).map(([subject, meaning]) => `${subject} ${meaning}.`),
  ];
}

/** Those with which work can fail; the others are about requests of programs. */
const RUN_ERRORS: readonly ErrorCode[] = [
  'action_failed',
  'agent_not_found',
  'swarm_not_found',
  'peer_unreachable',
  'peer_refused',
  'model_failed',
  'invalid_answer',
  'limit_reached',
  'budget_exceeded',
  'stalled',
  'cancelled',
];

function errorLines(): string[] {
  return [
    'The result of a call begins with SUCCESS or ERROR. After an ERROR, read why, and try another way; the same call again fails the same way.',
    'A call whose outcome is unknown may have taken effect: find out before you repeat it.',
    'A run that fails says so with a code:',
    ...RUN_ERRORS.map((code) => `${code}: ${ERROR_CODES[code].meaning}`),
  ];
}

function interswarmLines(): string[] {
  const [option] = mailInterswarmMessageWire.schema.options;
  return [
    'Swarms on other servers are reached as name@swarm, by agents that are allowed to. Your server knows which swarms there are.',
    `It wraps the message for the way: ${namesOf(option.shape)}. The payload is as in section 1; only broadcast_complete does not travel.`,
    'task_owner is who opened the task, and task_contributors are all who work on it, each as role:id@swarm, with the role user, admin or swarm. The same task id is used on both sides.',
    'The other swarm does its part as a task of its own, and answers you with a response or with its finish message. It may pause; you are told.',
    'Mail is sent again until it arrives, and counts once. What cannot be delivered comes back to you as an error.',
  ];
}
