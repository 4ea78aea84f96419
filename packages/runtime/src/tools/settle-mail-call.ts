import {
  type CallResult,
  EVERYONE,
  formatAgentAddress,
  isJSONObject,
  type JSONObject,
  type JSONSchema,
  type MAILMessage,
  parseAgentAddress,
  recipientsOf,
  swarmOf,
} from '@posthouse/protocol';
import type { Agent } from '../definitions/agent.ts';
import type { SwarmDefinition } from '../definitions/swarm-definition.ts';
import {
  agentAddress,
  composeBroadcast,
  composeInterrupt,
  composeRequest,
  composeResponse,
  composeSystemBroadcast,
  composeSystemResponse,
  type Draft,
  type MessageContext,
} from '../messages/compose-messages.ts';
import { withNote } from '../task/letters/letter-note.ts';
import type { RequestBook } from '../task/request-book.ts';
import type { TurnCall } from '../task/turn-data.ts';
import { ANSWER_RETRIES, readAnswer, toRefusedAnswer } from '../task/read-answer.ts';
import { toHelpText } from './to-help-text.ts';

/** What a MAIL call may look at. It only looks: whatever it brings about is in its outcome. */
export type SettleContext = MessageContext & {
  definition: SwarmDefinition;
  agent: Agent;
  /** The mail that the agent is answering. */
  inputs: readonly MAILMessage[];
  /** Requests that nobody has answered yet. */
  requests: RequestBook;
  /** Messages that wait for the agent and that it has not read. */
  unread?: ReadonlySet<string>;
  /** What the turn is already sending along with this call. */
  outgoing: readonly MAILMessage[];
  /** Whether anything else in this task may still bring the agent a message. */
  othersAtWork: boolean;
  offered: ReadonlySet<string>;
  /** The other swarms, if mail can reach any. */
  outside: Outside | undefined;
  /** Whether this turn or another has completed the run already. */
  completed: boolean;
  /** What the answer has to look like, if the caller said so. */
  responseFormat?: JSONSchema;
  /** How many answers of this run were refused because of their format. */
  refusedAnswers: number;
};

/** What agents can reach beyond their swarm. */
export type Outside = {
  /** Whether mail for that swarm can leave this server. */
  knows(swarm: string): boolean;
  /** Every swarm that mail can be sent to. */
  swarms(): string[];
  /** Through how many swarms a matter has come when it is passed on from here, and through how many it may go. */
  hops: number;
  mostHops: number;
};

/**
 * The result of a call, the messages it sends, and the answer if it completes the run. `failure` says why the run cannot
 * be completed at all.
 */
export type Settled = { result: CallResult; messages: MAILMessage[]; answer?: string; failure?: string };

/** Decides a call of a MAIL tool. */
export function settleMailCall(call: TurnCall, context: SettleContext): Settled {
  if (!context.offered.has(call.tool))
    return refuse(call, context, `the tool \`${call.tool}\` is not available to you`);
  if (call.inputError !== undefined) return refuse(call, context, call.inputError);
  const input = isJSONObject(call.input) ? call.input : {};
  switch (call.tool) {
    case 'send_request':
    case 'send_response':
    case 'send_interrupt':
      return sendToOne(call, input, context);
    case 'send_broadcast':
      return sendBroadcast(call, input, context);
    case 'send_interswarm_broadcast':
      return sendInterswarmBroadcast(call, input, context);
    case 'acknowledge_broadcast':
      return acknowledge(call, context);
    case 'ignore_broadcast':
      return succeed('broadcast ignored');
    case 'await_message':
      return awaitMessage(call, input, context);
    case 'help':
      return help(call, input, context);
    case 'task_complete':
      return complete(call, input, context);
    default:
      return refuse(call, context, `there is no tool \`${call.tool}\``);
  }
}

function sendToOne(call: TurnCall, input: JSONObject, context: SettleContext): Settled {
  const missing = ['target', 'subject', 'body'].filter((key) => typeof input[key] !== 'string');
  if (missing.length > 0)
    return refuse(call, context, `error sending message: ${missing.join(', ')} must be given as text`);
  const { target, subject, body } = input as { target: string; subject: string; body: string };
  const recipient = normalise(target, context.swarm);
  if (recipient === undefined || !mayWriteTo(context, recipient)) return refuseRecipients(context, [target]);
  // An answer goes one step back, however far the matter has come.
  const refusal =
    refuseUnknown(context, [recipient]) ??
    (call.tool === 'send_response' ? undefined : refuseHops(context, [recipient]));
  if (refusal !== undefined) return refusal;
  const draft = { sender: agentAddress(context.agent.name), recipient, subject, body };
  switch (call.tool) {
    case 'send_response':
      return respond(context, draft);
    case 'send_interrupt':
      return send(context, composeInterrupt(context, draft));
    default:
      return send(context, composeRequest(context, draft));
  }
}

/** A message to another swarm says how far the matter has come; agents here need not know. */
function send({ outside }: SettleContext, message: MAILMessage): Settled {
  const leaves = recipientsOf(message).some(({ address }) => swarmOf(address) !== undefined);
  return succeed('message sent', [
    leaves && outside !== undefined ? withNote(message, { hops: outside.hops }) : message,
  ]);
}

/** Why mail cannot go to other swarms, told to whoever wants to send it. */
function refuseSwarms(context: SettleContext, recipients: readonly string[]): Settled | undefined {
  return refuseUnknown(context, recipients) ?? refuseHops(context, recipients);
}

function refuseUnknown(context: SettleContext, recipients: readonly string[]): Settled | undefined {
  const remote = recipients.filter(isRemote);
  const unknown = remote.filter((recipient) => context.outside?.knows(swarmOf(recipient)!) !== true);
  if (unknown.length === 0) return undefined;
  const names = [...new Set(unknown.map((recipient) => `'${swarmOf(recipient)}'`))].join(', ');
  return failToSend(context, remote, `swarm ${names} cannot be reached from here`);
}

/** Swarms that pass a matter on to each other come to an end. */
function refuseHops(context: SettleContext, recipients: readonly string[]): Settled | undefined {
  const { hops, mostHops } = context.outside ?? { hops: 0, mostHops: 0 };
  const remote = recipients.filter(isRemote);
  if (remote.length === 0 || hops <= mostHops) return undefined;
  const content = `the matter has come through ${mostHops} swarms already, which is as far as it goes; answer with what you know`;
  return failToSend(context, remote, content);
}

function isRemote(recipient: string): boolean {
  return swarmOf(recipient) !== undefined;
}

function failToSend(context: SettleContext, recipients: readonly string[], content: string): Settled {
  return fail(context, content, {
    subject: '::agent_error::',
    body: `Your message to ${recipients.join(', ')} was not sent: ${content}.`,
  });
}

/** Tells whole swarms something. Who hears it there is decided there. */
function sendInterswarmBroadcast(call: TurnCall, input: JSONObject, context: SettleContext): Settled {
  const { subject, body, target_swarms: targets } = input;
  if (typeof subject !== 'string' || typeof body !== 'string') {
    return refuse(call, context, 'error sending message: subject and body must be given as text');
  }
  const named = Array.isArray(targets) ? targets.filter((target) => typeof target === 'string') : [];
  const swarms = named.length > 0 ? named : (context.outside?.swarms() ?? []);
  const others = [...new Set(swarms)].filter((swarm) => swarm !== context.swarm);
  if (others.length === 0) return refuse(call, context, 'error sending message: there is no other swarm to tell');
  const recipients = others.map((swarm) => `${EVERYONE}@${swarm}`);
  const refusal = refuseSwarms(context, recipients);
  if (refusal !== undefined) return refusal;
  return send(
    context,
    composeBroadcast(context, { sender: agentAddress(context.agent.name), recipients, subject, body }),
  );
}

/**
 * A response belongs to the newest request that its recipient put to this agent, of those that it has read, and goes where
 * that came from.
 */
function respond(context: SettleContext, draft: Parameters<typeof composeResponse>[1]): Settled {
  const { agent, requests, outgoing, unread = new Set() } = context;
  const answered = outgoing.flatMap(({ msgType, message }) => (msgType === 'response' ? [message.requestId] : []));
  const request = requests.newest(draft.recipient, agent.name, { answered: new Set(answered), unread });
  const message = composeResponse(context, { ...draft, requestId: request?.requestId });
  return send(context, request?.instance === undefined ? message : withNote(message, { to: request.instance }));
}

function sendBroadcast(call: TurnCall, input: JSONObject, context: SettleContext): Settled {
  const { subject, body, targets } = input;
  if (typeof subject !== 'string' || typeof body !== 'string') {
    return refuse(call, context, 'error sending message: subject and body must be given as text');
  }
  const named = Array.isArray(targets) ? targets.filter((target) => typeof target === 'string') : [];
  const recipients = named.map((target) => normalise(target, context.swarm) ?? target);
  const refused = recipients.filter((recipient) => !mayWriteTo(context, recipient));
  if (refused.length > 0) return refuseRecipients(context, refused);
  const refusal = refuseSwarms(context, recipients);
  if (refusal !== undefined) return refusal;
  const sender = agentAddress(context.agent.name);
  const everyone = recipients.length === 0;
  return send(
    context,
    composeBroadcast(context, { sender, recipients: everyone ? [EVERYONE] : [...new Set(recipients)], subject, body }),
  );
}

function acknowledge(call: TurnCall, context: SettleContext): Settled {
  if (context.inputs.some((message) => message.msgType === 'broadcast')) return succeed('broadcast acknowledged');
  const types = [...new Set(context.inputs.map((message) => message.msgType))].join(', ');
  return fail(context, 'improper use of `acknowledge_broadcast`', {
    subject: '::tool_call_error::',
    body: `\`${call.tool}\` does not answer a message of type '${types}'. Use \`send_response\` to answer a request.`,
  });
}

function awaitMessage(call: TurnCall, input: JSONObject, context: SettleContext): Settled {
  const expecting = context.othersAtWork || context.outgoing.length > 0 || context.requests.awaits(context.agent.name);
  if (!expecting) {
    return fail(context, 'no outstanding requests and message queue is empty', {
      subject: '::tool_call_error::',
      body: `\`${call.tool}\` would wait for ever: you have asked nobody anything, and no mail is on its way. Send a request first, or finish.`,
    });
  }
  const reason = typeof input.reason === 'string' && input.reason !== '' ? ` (reason: '${input.reason}')` : '';
  return succeed(`waiting for a new message${reason}`);
}

function help(call: TurnCall, input: JSONObject, context: SettleContext): Settled {
  const topics = Array.isArray(input.get_tool_help) ? input.get_tool_help : [];
  const text = toHelpText({
    summary: input.get_summary !== false,
    identity: input.get_identity === true,
    topics: topics.map(String),
    protocol: input.get_full_protocol === true,
    agent: context.agent.name,
    swarm: context.swarm,
  });
  if (text.unknown.length > 0) {
    return refuse(call, context, `error calling help tool: there is no help on ${text.unknown.join(', ')}`);
  }
  const draft = { subject: '::help::', body: text.body };
  return succeed('help string generated; will be sent to you in a subsequent prompt', [
    composeSystemBroadcast(context, context.agent.name, draft),
  ]);
}

function complete(call: TurnCall, input: JSONObject, context: SettleContext): Settled {
  if (context.completed) {
    return { result: { status: 'success', content: 'task already completed', code: 'duplicate' }, messages: [] };
  }
  const answer = readAnswer(input.finish_message, context.responseFormat);
  if ('text' in answer) return { ...succeed('task completed'), answer: answer.text };
  const result = toRefusedAnswer(answer.problem);
  if (context.refusedAnswers >= ANSWER_RETRIES) return { result, messages: [], failure: answer.problem };
  return { ...refuse(call, context, answer.problem), result };
}

/** Whoever writes to an agent from another swarm can be answered, although nobody knew of it when the agent was defined. */
function mayWriteTo({ agent, swarm, inputs, requests }: SettleContext, recipient: string): boolean {
  if (agent.commTargets.some((target) => normalise(target, swarm) === recipient)) return true;
  if (swarmOf(recipient) === undefined) return false;
  const hasWritten = inputs.some(
    ({ message: { sender } }) => sender.addressType === 'agent' && sender.address === recipient,
  );
  return hasWritten || requests.newest(recipient, agent.name) !== undefined;
}

/** `weather@here` and `weather` are the same agent. */
function normalise(address: string, swarm: string): string | undefined {
  try {
    return formatAgentAddress(parseAgentAddress(address), swarm);
  } catch {
    return undefined;
  }
}

function succeed(content: string, messages: MAILMessage[] = []): Settled {
  return { result: { status: 'success', content }, messages };
}

function refuse(call: TurnCall, context: SettleContext, content: string): Settled {
  return fail(context, content, {
    subject: '::tool_call_error::',
    body: `Your call of \`${call.tool}\` failed: ${content}.`,
  });
}

function refuseRecipients(context: SettleContext, recipients: string[]): Settled {
  const names = recipients.join(', ');
  const known = context.agent.commTargets.join(', ');
  return fail(context, `you may not write to ${names}`, {
    subject: '::invalid_recipient::',
    body: `Your message was not delivered: ${names} is not among the agents you may write to (${known}). Choose one of them.`,
  });
}

/** The agent learns of a failure twice: as the result of its call, and as mail that gives it another turn. */
function fail(context: SettleContext, content: string, draft: Draft): Settled {
  return {
    result: { status: 'error', content },
    messages: [composeSystemResponse(context, context.agent.name, draft)],
  };
}
