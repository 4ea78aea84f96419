import type { Fact, JSONObject, JSONValue, LogEntry, MAILMessage, NewEntry, OpenCall } from '../index.ts';

type CallFact = { callId: string; tool: string; input: JSONValue; kind: 'mail' | 'action' | 'breakpoint' | 'builtin' };

/** Writes a log the way the runtime does, one line per fact. Ids count up, so that two writers write the same log. */
export function writeLog({ swarm = 'swarm-alpha', taskId = fakeId(1) }: { swarm?: string; taskId?: string } = {}) {
  const entries: LogEntry[] = [];
  let ids = 1;
  let run = 0;
  const nextId = (): string => fakeId((ids += 1));

  const add = (fact: Fact, place: { agent?: string; turn?: number } = {}): void => {
    const entry: NewEntry = { run, ...place, ...fact };
    const seq = entries.length + 1;
    entries.push({ ...entry, seq, at: new Date(Date.UTC(2026, 2, 1) + seq * 1000).toISOString() });
  };

  const post = (to: string, body: Partial<MAILMessage> & Pick<MAILMessage, 'msgType' | 'message'>): void =>
    add({
      type: 'message',
      to,
      message: { id: nextId(), timestamp: '2026-03-01T00:00:00.000000+00:00', ...body } as MAILMessage,
    });

  const local = { senderSwarm: swarm, recipientSwarm: swarm, routingInfo: {} };
  const localGroup = { senderSwarm: swarm, recipientSwarms: [swarm], routingInfo: {} };
  const agent = (address: string) => ({ addressType: 'agent' as const, address });
  const system = { addressType: 'system' as const, address: swarm };

  return {
    entries,
    taskId,
    swarm,
    add,
    startRun(): void {
      run += 1;
      add({ type: 'run-started', answerId: nextId() });
    },
    endRun(text: string, outcome: 'complete' | 'error' | 'cancelled' = 'complete', code?: string): void {
      add({ type: 'run-ended', outcome, text, code });
    },
    /** A message of the user to the agent that receives users. */
    ask(body: string, to = 'supervisor'): void {
      const sender = { addressType: 'user' as const, address: 'u-1' };
      const message = { taskId, requestId: nextId(), sender, recipient: agent(to), subject: 'New Message', body };
      post(to, { msgType: 'request', message: { ...message, ...local } });
    },
    /** A request or response between agents. */
    send(msgType: 'request' | 'response', from: string, to: string, mail: { subject: string; body: string }): void {
      const remote = to.includes('@') ? { remote_swarm: to.split('@')[1]! } : {};
      const message = { taskId, requestId: nextId(), sender: agent(from), recipient: agent(to), ...mail };
      post(to, { msgType, message: { ...message, routingInfo: remote } });
    },
    /** A broadcast or interrupt; one entry for each that hears it. */
    tell(
      msgType: 'broadcast' | 'interrupt',
      from: string,
      {
        recipients,
        heardBy,
        subject,
        body,
      }: { recipients: string[]; heardBy: string[]; subject: string; body: string },
    ): void {
      const id = nextId();
      const message = {
        taskId,
        sender: agent(from),
        recipients: recipients.map(agent),
        subject,
        body,
        routingInfo: {},
      };
      const envelopeId = nextId();
      for (const to of heardBy) {
        if (msgType === 'broadcast') post(to, { id: envelopeId, msgType, message: { ...message, broadcastId: id } });
        else post(to, { id: envelopeId, msgType, message: { ...message, interruptId: id } });
      }
    },
    /** A word of the system to one agent, as a response or as a broadcast. */
    warn(to: string, subject: string, body: string): void {
      const message = { taskId, requestId: nextId(), sender: system, recipient: agent(to), subject, body };
      post(to, { msgType: 'response', message: { ...message, ...local } });
    },
    announce(to: string, subject: string, body: string): void {
      const message = { taskId, broadcastId: nextId(), sender: system, recipients: [agent(to)], subject, body };
      post(to, { msgType: 'broadcast', message: { ...message, ...localGroup } });
    },
    /** The message that completes the task. */
    complete(from: string, body: string): void {
      const subject = '::task_complete::';
      const message = { taskId, broadcastId: nextId(), sender: agent(from), recipients: [agent('all')], subject, body };
      post('all', { msgType: 'broadcast_complete', message: { ...message, ...localGroup } });
    },
    call(
      by: string,
      tool: string,
      input: JSONObject,
      {
        kind = 'mail',
        ...more
      }: Partial<CallFact> & { reasoning?: string; reasoningRef?: string; preamble?: string } = {},
    ): CallFact & { by: string } {
      const callId = `call_${by}_${nextId().slice(-6)}_0`;
      add({ type: 'call', callId, tool, kind, input, ...more }, { agent: by, turn: 1 });
      return { by, callId, tool, kind, input };
    },
    started({ by, ...call }: CallFact & { by: string }): void {
      add({ type: 'call-started', ...call }, { agent: by, turn: 1 });
    },
    ended(
      { by, ...call }: CallFact & { by: string },
      content: JSONValue = 'SUCCESS',
      status: 'success' | 'error' | 'unknown' | 'not-run' = 'success',
      code?: string,
    ): void {
      const result = { status, content, code };
      add({ type: 'call-ended', ...call, result }, { agent: by, turn: 1 });
    },
    paused(...calls: (CallFact & { by: string })[]): void {
      const open: OpenCall[] = calls.map(({ callId, tool, input }) => ({ callId, tool, input }));
      add({ type: 'paused', calls: open }, { agent: calls[0]!.by, turn: 1 });
    },
    resumed(...calls: CallFact[]): void {
      add({ type: 'resumed', callIds: calls.map(({ callId }) => callId) });
    },
  };
}

export type LogWriter = ReturnType<typeof writeLog>;

/** A UUID that says at a glance that it was made up. */
function fakeId(count: number): string {
  return `00000000-0000-4000-8000-${count.toString(16).padStart(12, '0')}`;
}
