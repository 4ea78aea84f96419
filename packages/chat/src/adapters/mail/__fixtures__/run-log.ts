import type { CallKind, CallResult, Fact, JSONValue, LiveText, LogEntry, MAILMessage } from '@posthouse/protocol';
import type { UIChunk } from '../../../chunks/ui-chunk.ts';
import { type RunState, startRun } from '../run-state.ts';
import type { RunEvent } from '@posthouse/protocol';
import { translateRun } from '../translate-run.ts';

type Place = { agent?: string; turn?: number; run?: number };

/** The run that `RunLog` writes. */
export const run = { taskId: 'task-1', swarm: 'team', run: 1 };

/** Writes the log of a run by hand, one line for each thing that happens. The run has started. */
export class RunLog {
  readonly events: RunEvent[] = [];

  constructor() {
    this.add({ type: 'run-started', answerId: 'answer-1' }, {});
  }

  add(fact: Fact, { agent = 'lead', turn = 1, ...place }: Place = {}): this {
    const seq = this.events.filter((event) => event.type !== 'token').length + 1;
    const isAgents = fact.type !== 'run-started' && fact.type !== 'run-ended' && fact.type !== 'resumed';
    const where = isAgents ? { agent, turn } : {};
    this.events.push({ run: 1, ...where, ...place, ...fact, seq, at: `2026-01-01T00:00:${seq}Z` } as LogEntry);
    return this;
  }

  begin(kind: LiveText['kind'], part = 0, place: Place = {}): this {
    return this.add({ type: 'text-started', attempt: 1, part, kind }, place);
  }

  token(kind: LiveText['kind'], offset: number, delta: string, part = 0): this {
    this.events.push({ type: 'token', agent: 'lead', turn: 1, attempt: 1, part, kind, offset, delta });
    return this;
  }

  written(...parts: (Partial<LiveText> & { text: string })[]): this {
    return this.add({ type: 'text-written', attempt: 1, parts: parts.map(toText) }, parts[0]);
  }

  abandoned(...parts: (Partial<LiveText> & { text: string })[]): this {
    return this.add({ type: 'text-abandoned', attempt: 1, parts: parts.map(toText) }, parts[0]);
  }

  call(callId: string, kind: CallKind, tool = `${kind}_tool`, place: Place = {}): this {
    return this.add({ type: 'call', callId, tool, kind, input: { of: callId } }, place);
  }

  started(callId: string, tool = 'action_tool', place: Place = {}): this {
    return this.add({ type: 'call-started', callId, tool, kind: 'action', input: { of: callId } }, place);
  }

  ended(
    callId: string,
    kind: CallKind,
    content: JSONValue,
    status: CallResult['status'] = 'success',
    tool = `${kind}_tool`,
  ): this {
    return this.add({ type: 'call-ended', callId, tool, kind, result: { status, content } });
  }

  paused(...calls: [callId: string, tool: string][]): this {
    return this.add({
      type: 'paused',
      calls: calls.map(([callId, tool]) => ({ callId, tool, input: { of: callId } })),
    });
  }

  resumed(...callIds: string[]): this {
    return this.add({ type: 'resumed', callIds });
  }

  end(outcome: 'complete' | 'error' | 'cancelled', text: string, code?: string): this {
    return this.add({ type: 'run-ended', outcome, text, ...(code === undefined ? {} : { code }) });
  }

  get entries(): LogEntry[] {
    return this.events.filter((event): event is LogEntry => event.type !== 'token');
  }

  translate(): { chunks: UIChunk[]; state: RunState } {
    let state = startRun(run);
    const chunks: UIChunk[] = [];
    for (const event of this.events) {
      const step = translateRun(state, event);
      state = step.state;
      chunks.push(...step.chunks);
    }
    return { chunks, state };
  }

  /** The chunks behind the first two, which are the same for every run. */
  get chunks(): UIChunk[] {
    return this.translate().chunks.slice(2);
  }
}

function toText(part: Partial<LiveText> & { text: string }): LiveText {
  return { agent: 'lead', turn: 1, attempt: 1, part: 0, kind: 'text', ...part };
}

/** A letter between two addresses. */
export function letter(
  from: { addressType: 'user' | 'admin' | 'agent' | 'system'; address: string },
  body: string,
  more: { id?: string; msgType?: MAILMessage['msgType']; routingInfo?: object } = {},
): MAILMessage {
  const { id = 'letter-1', msgType = 'request', routingInfo = {} } = more;
  const recipient = { addressType: 'agent', address: 'clerk' };
  const message = { taskId: 'task-1', requestId: 'r', sender: from, recipient, subject: 'Hi', body, routingInfo };
  return { id, timestamp: '2026-01-01T00:00:00Z', msgType, message } as unknown as MAILMessage;
}
