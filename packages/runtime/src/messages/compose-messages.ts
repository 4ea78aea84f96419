import {
  EVERYONE,
  type Instance,
  type MAILAddress,
  type MAILMessage,
  newId,
  swarmOf,
  toTimestamp,
} from '@posthouse/protocol';

/** What every message of a task has in common. */
export type MessageContext = { taskId: string; swarm: string };

/** What a message says, before it has an id and a place. */
export type Draft = { subject: string; body: string };

export function agentAddress(name: string): MAILAddress {
  return { addressType: 'agent', address: name };
}

export function ownerAddress({ role, id }: Pick<Instance, 'role' | 'id'>): MAILAddress {
  return { addressType: role === 'swarm' ? 'agent' : role, address: id };
}

/** The system speaks under the name of its swarm. */
export function systemAddress(swarm: string): MAILAddress {
  return { addressType: 'system', address: swarm };
}

type Direct = Draft & { sender: MAILAddress; recipient: string };
type Group = Draft & { sender: MAILAddress; recipients: string[] };

export function composeRequest(context: MessageContext, options: Direct): MAILMessage {
  return { ...envelope(), msgType: 'request', message: { ...direct(context, options), requestId: newId() } };
}

export function composeResponse(context: MessageContext, options: Direct & { requestId?: string }): MAILMessage {
  const { requestId = newId() } = options;
  return { ...envelope(), msgType: 'response', message: { ...direct(context, options), requestId } };
}

export function composeInterrupt(context: MessageContext, { recipient, ...options }: Direct): MAILMessage {
  const message = { ...group(context, { ...options, recipients: [recipient] }), interruptId: newId() };
  return { ...envelope(), msgType: 'interrupt', message };
}

/** A message in the form that interrupts its reader. It stays the same message, with the same id. */
export function toInterrupt({ id, timestamp, message }: MAILMessage): MAILMessage {
  const { taskId, sender, subject, body, senderSwarm, routingInfo } = message;
  const recipients = 'recipients' in message ? message.recipients : [message.recipient];
  return {
    id,
    timestamp,
    msgType: 'interrupt',
    message: {
      taskId,
      sender,
      recipients,
      subject,
      body,
      interruptId: newId(),
      ...(senderSwarm === undefined ? {} : { senderSwarm, recipientSwarms: [senderSwarm] }),
      routingInfo,
    },
  };
}

export function composeBroadcast(context: MessageContext, options: Group): MAILMessage {
  return { ...envelope(), msgType: 'broadcast', message: { ...group(context, options), broadcastId: newId() } };
}

/** The message that ends a run: to everyone, with the answer as its body. */
export function composeCompletion(context: MessageContext, sender: string, body: string): MAILMessage {
  const options = { sender: agentAddress(sender), recipients: [EVERYONE], subject: '::task_complete::', body };
  const message = { ...group(context, options), broadcastId: newId() };
  return { ...envelope(), msgType: 'broadcast_complete', message };
}

/** A system message to one agent about something it did. */
export function composeSystemResponse(context: MessageContext, recipient: string, draft: Draft): MAILMessage {
  return composeResponse(context, { sender: systemAddress(context.swarm), recipient, ...draft });
}

/** A system message to one agent that answers no request. */
export function composeSystemBroadcast(context: MessageContext, recipient: string, draft: Draft): MAILMessage {
  return composeBroadcast(context, { sender: systemAddress(context.swarm), recipients: [recipient], ...draft });
}

function envelope(): { id: string; timestamp: string } {
  return { id: newId(), timestamp: toTimestamp(new Date()) };
}

function direct({ taskId, swarm }: MessageContext, { sender, recipient, subject, body }: Direct) {
  const target = swarmOf(recipient) ?? swarm;
  return {
    taskId,
    sender,
    recipient: agentAddress(recipient),
    subject,
    body,
    senderSwarm: swarm,
    recipientSwarm: target,
    routingInfo: target === swarm ? {} : { remote_swarm: target },
  };
}

function group({ taskId, swarm }: MessageContext, { sender, recipients, subject, body }: Group) {
  return {
    taskId,
    sender,
    recipients: recipients.map(agentAddress),
    subject,
    body,
    senderSwarm: swarm,
    recipientSwarms: [swarm],
    routingInfo: {},
  };
}
