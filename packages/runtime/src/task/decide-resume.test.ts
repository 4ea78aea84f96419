import type { JSONValue } from '@posthouse/protocol';
import { describe, expect, test } from 'vitest';
import { callOf, openTurn, runningTask, stateOf } from '../__fixtures__/decision-state.ts';
import { readTurn } from './turn-data.ts';
import { decideResume } from './decide-resume.ts';

const ask = (name: string) => callOf(name, { kind: 'breakpoint' });
const paused = (...calls: ReturnType<typeof callOf>[]) =>
  stateOf({ task: runningTask({ status: 'paused' }), open: [openTurn('boss', calls)] });

describe('answering an open call', () => {
  test.each(['fine', { content: 'fine' }, [{ callId: 'c-a', content: 'fine' }]])(
    'accepts the answer as %j',
    (answers) => {
      const { entries, turns, status } = decideResume(paused(ask('a')), answers);
      expect(entries).toMatchObject([
        { type: 'call-ended', callId: 'c-a', kind: 'breakpoint', result: { status: 'success', content: 'fine' } },
        { type: 'resumed', callIds: ['c-a'] },
      ]);
      expect(readTurn(turns![0]!).calls[0]!.result).toEqual({ status: 'success', content: 'fine' });
      expect(status).toBe('running');
    },
  );

  test('keeps an answer to one of two calls, and the log says which call still waits', () => {
    const { entries, status } = decideResume(paused(ask('a'), ask('b')), [{ callId: 'c-b', content: 1 }]);
    expect(entries).toMatchObject([
      { type: 'call-ended', callId: 'c-b' },
      { type: 'paused', calls: [{ callId: 'c-a' }] },
    ]);
    expect(status).toBeUndefined();
  });

  test('accepts any JSON', () => {
    const content: JSONValue = { deep: [1, null, { x: true }] };
    const { entries } = decideResume(paused(ask('a')), { content });
    expect(entries[0]).toMatchObject({ result: { content } });
  });

  test.each([
    ['to a call that does not wait', paused(ask('a')), [{ callId: 'ghost', content: 1 }]],
    ['to nothing', paused(ask('a')), []],
    ['without a call id, to two calls', paused(ask('a'), ask('b')), 'fine'],
    ['to a task that waits for none', stateOf(), 'fine'],
    ['to a task without an open run', stateOf({ task: runningTask({ openRun: null }) }), 'fine'],
    [
      'to a call that has its result',
      paused(callOf('a', { kind: 'breakpoint', result: { status: 'success', content: 1 } })),
      'fine',
    ],
  ])('refuses an answer %s', (_, state, answers) => {
    expect(() => decideResume(state, answers)).toThrow(expect.objectContaining({ code: 'call_not_found' }));
  });
});

describe('an approval', () => {
  const pay = callOf('pay', { approval: 'asked' });

  test.each([
    true,
    'yes',
    ' Approved ',
    'Y',
    'true',
    { approved: true },
    { approved: true, reason: 'go on' },
    '{"approved":true}',
    ' { "approved": true, "reason": "go on" }\n',
    '"yes"',
    '"{\\"approved\\":true}"',
  ])('approval is granted by %j', (content) => {
    const { entries, turns } = decideResume(paused(pay), { content: content as JSONValue });
    expect(entries.map((entry) => entry.type)).toEqual(['resumed']);
    expect(readTurn(turns![0]!).calls[0]).toMatchObject({ approval: 'granted' });
  });

  test.each([
    false,
    'no',
    'yes please no',
    '',
    null,
    1,
    [],
    {},
    { approved: 'true' },
    'maybe',
    '{"approved":"yes"}',
    '{"approved":true',
    '[{"approved":true}]',
    '{"reason":"","approved":false}',
    { approved: false, reason: 'too dear' },
  ])('approval is denied by %j', (content) => {
    const { entries } = decideResume(paused(pay), { content: content as JSONValue });
    expect(entries[0]).toMatchObject({ type: 'call-ended', result: { status: 'error', code: 'denied' } });
  });

  test.each([
    { approved: false, reason: 'too dear' },
    '{"approved":false,"reason":"too dear"}',
    'too dear',
    '"too dear"',
  ])('tells the agent why when it is denied with %j', (content) => {
    const { entries } = decideResume(paused(pay), { content });
    expect(entries[0]).toMatchObject({ result: { content: 'not approved: too dear' } });
  });
});
