import { mailMessageWire, newId } from '@posthouse/protocol';
import { describe, expect, it } from 'vitest';
import { type ReferenceEvent, toImportedLog } from './to-imported-log.ts';

const START = Date.parse('2026-01-01T10:00:00Z');
const agent = (address: string) => ({ address_type: 'agent', address });

type Sent = { from: object; to?: string; subject?: string; body?: string; type?: string };

/** A message as the reference stores it, with nulls where it has nothing to say. */
function stored({ from, to, subject = 'New Message', body = 'b', type = 'request' }: Sent) {
  const recipient =
    to === undefined
      ? { recipients: [agent('all')], broadcast_id: newId() }
      : { recipient: agent(to), request_id: newId() };
  const message = { task_id: newId(), sender: from, ...recipient, subject, body, sender_swarm: null, routing_info: {} };
  return { id: newId(), timestamp: '2026-01-01T10:00:00.000000+00:00', message, msg_type: type };
}

const user = { address_type: 'user', address: 'u-1' };
const system = { address_type: 'system', address: 'demo' };
const asked = () => stored({ from: user, to: 'supervisor', body: 'What is the weather?' });
const done = (body: string) =>
  stored({ from: agent('supervisor'), subject: '::task_complete::', body, type: 'broadcast_complete' });

let seconds = 0;
function event(message: unknown, rest: Partial<ReferenceEvent> = {}): ReferenceEvent {
  seconds += 1;
  const timestamp = new Date(START + seconds * 1_000).toISOString();
  const data = JSON.stringify({
    timestamp,
    description: 'sending message',
    task_id: 't',
    extra_data: { full_message: message },
  });
  return { type: 'new_message', data, createdAt: START, ...rest };
}

function import_(events: ReferenceEvent[], rest: Partial<Parameters<typeof toImportedLog>[0]> = {}) {
  const log = toImportedLog({ completed: true, startedAt: START, events, response: undefined, ...rest });
  const outline = log.entries.map(({ entry }) =>
    entry.type === 'message'
      ? `${entry.run} to ${entry.to}`
      : `${entry.run} ${entry.type}${entry.type === 'run-ended' ? ` ${entry.outcome}: ${entry.text}` : ''}`,
  );
  return { ...log, outline };
}

describe('the imported log of a task', () => {
  it('the log has the messages and the answer of the imported task', () => {
    const request = stored({ from: agent('supervisor'), to: 'weather' });
    const { outline, run, status, entries } = import_([event(asked()), event(request), event(done('Sunny.'))]);
    expect(outline).toEqual([
      '1 run-started',
      '1 to supervisor',
      '1 to weather',
      '1 to all',
      '1 run-ended complete: Sunny.',
    ]);
    expect([run, status]).toEqual([1, 'complete']);
    expect(entries[2]?.entry).toMatchObject({ agent: 'supervisor', message: mailMessageWire.parse(request).value });
    expect(entries.map(({ at }) => at)).toEqual(entries.map(({ at }) => at).toSorted((one, other) => one - other));
  });

  it('the log has a run for each answer', () => {
    const { outline, run } = import_([event(asked()), event(done('One.')), event(asked()), event(done('Two.'))]);
    expect(run).toBe(2);
    expect(outline.filter((line) => line.includes('run'))).toEqual([
      '1 run-started',
      '1 run-ended complete: One.',
      '2 run-started',
      '2 run-ended complete: Two.',
    ]);
  });

  it('each message is imported once, at the time of its event, however many events tell of it', () => {
    const broadcast = stored({ from: agent('supervisor'), subject: 'hello', type: 'broadcast' });
    const events = [event(asked()), event(broadcast), event(broadcast), event(done('Done.'))];
    expect(import_(events.toReversed()).outline).toEqual([
      '1 run-started',
      '1 to supervisor',
      '1 to all',
      '1 to all',
      '1 run-ended complete: Done.',
    ]);
  });

  it('ends a run with an error where the system ended it', () => {
    const failed = stored({
      from: system,
      subject: '::runtime_error::',
      body: 'It broke.',
      type: 'broadcast_complete',
    });
    const { outline, status } = import_([event(asked()), event(failed)], { completed: false });
    expect(outline.at(-1)).toBe('1 run-ended error: It broke.');
    expect(status).toBe('error');
  });

  it('goes on after a breakpoint, and is cancelled if nobody answered', () => {
    const question = stored({
      from: system,
      subject: '::breakpoint_tool_call::',
      body: '[]',
      type: 'broadcast_complete',
    });
    expect(import_([event(asked()), event(question), event(done('Then done.'))]).outline.at(-1)).toBe(
      '1 run-ended complete: Then done.',
    );
    const waiting = import_([event(asked()), event(question)], { completed: false });
    expect(waiting.outline.at(-1)).toContain('1 run-ended cancelled: the task had not ended');
    expect(waiting.status).toBe('cancelled');
  });

  it('takes the answer from where it is stored, if no event has it', () => {
    expect(import_([event(asked())], { response: done('Kept.') }).outline.at(-1)).toBe('1 run-ended complete: Kept.');
    expect(import_([], { response: JSON.stringify(done('Kept.')) }).outline).toEqual([
      '1 run-started',
      '1 run-ended complete: Kept.',
    ]);
    const both = import_([event(asked()), event(done('Told.'))], { response: done('Told.') });
    expect(both.outline.filter((line) => line.includes('ended'))).toHaveLength(1);
  });

  it('a task without data gets an empty log', () => {
    expect(import_([])).toMatchObject({ entries: [], run: 0, status: 'complete' });
    expect(import_([], { completed: false })).toMatchObject({ entries: [], run: 0, status: 'cancelled' });
  });

  it('leaves out what cannot be read, and counts it', () => {
    const odd = [
      event(asked(), { type: 'tool_call' }),
      event({ ...asked(), msg_type: 'buffered' }),
      event(asked(), { data: 'no json' }),
      event(asked(), { data: null }),
      event(asked(), { data: '{"extra_data":null}' }),
      event(asked(), { type: null }),
    ];
    const { outline, unreadable } = import_([...odd, event(asked()), event(done('Done.'))]);
    expect(outline).toHaveLength(4);
    expect(unreadable).toBe(4);
  });

  it('uses the storage time for an event without a time', () => {
    const data = JSON.stringify({ extra_data: { full_message: asked() } });
    expect(import_([event(undefined, { data, createdAt: START + 5 })]).entries[0]?.at).toBe(START + 5);
  });
});
