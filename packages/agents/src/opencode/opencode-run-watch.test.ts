import { describe, expect, test } from 'vitest';
import { eventsOf, MAIN } from './__fixtures__/opencode-events.ts';
import type { OpencodeEvent } from './opencode-event.ts';
import { isOfRun, observe, watchRun } from './opencode-run-watch.ts';

const on = eventsOf();
const child = eventsOf('ses_child');
const phaseAfter = (...events: OpencodeEvent[]): string => events.reduce(observe, watchRun(MAIN)).phase;

describe('the end of an OpenCode run', () => {
  test('the end of a run is idle after busy', () => {
    expect(phaseAfter(on.busy)).toBe('running');
    expect(phaseAfter(on.busy, on.idle)).toBe('over');
  });

  test('an idle from before the run began is not its end', () => {
    expect(phaseAfter(on.idle, on.event('session.status', { status: { type: 'idle' } }))).toBe('running');
    expect(phaseAfter(on.idle, on.busy, on.idle)).toBe('over');
  });

  test('8: only the second idle is the end after an error or a stop', () => {
    expect(phaseAfter(on.busy, on.error('MessageAbortedError', ''), on.idle)).toBe('settling');
    expect(phaseAfter(on.busy, on.error('APIError', ''), on.idle, on.assistant('m1'), on.idle)).toBe('over');
  });

  test('the second idle is the end also when the error came first', () => {
    expect(phaseAfter(on.error('UnknownError', ''), on.idle)).toBe('settling');
  });

  test('10: the idle of a nested agent is not the end', () => {
    expect(phaseAfter(on.busy, child.busy, child.idle)).toBe('running');
    expect(phaseAfter(on.busy, child.error('APIError', ''), child.idle, on.idle)).toBe('over');
  });
});

describe('the events of an OpenCode run', () => {
  const born = (id: string, parentID?: string): OpencodeEvent => ({
    type: 'session.created',
    properties: { info: { id, parentID } },
  });

  test('the events of a run are those of its session and of nested agents, however deep', () => {
    const watch = [
      born('ses_child', MAIN),
      born('ses_grandchild', 'ses_child'),
      born('ses_stranger'),
      born('ses_x', 'ses_y'),
    ].reduce(observe, watchRun(MAIN));
    expect(isOfRun(watch, on.idle)).toBe(true);
    expect(isOfRun(watch, child.idle)).toBe(true);
    expect(isOfRun(watch, eventsOf('ses_grandchild').idle)).toBe(true);
    expect(isOfRun(watch, eventsOf('ses_stranger').idle)).toBe(false);
    expect(isOfRun(watch, eventsOf('ses_x').idle)).toBe(false);
    expect(isOfRun(watch, { type: 'server.heartbeat', properties: {} })).toBe(false);
  });

  test('events are recognised wherever they name their session', () => {
    const watch = watchRun(MAIN);
    expect(isOfRun(watch, { type: 'x', properties: { part: { id: 'p', type: 'text', sessionID: MAIN } } })).toBe(true);
    expect(isOfRun(watch, { type: 'x', properties: { info: { sessionID: MAIN } } })).toBe(true);
  });
});
