import { describe, expect, test } from 'vitest';
import { agentNote, agentPart, call, mail, notice, reasoning, text } from '../__fixtures__/parts.ts';
import type { SwarmPart } from './swarm-message.ts';
import { isOpenQuestion, toSections } from './to-sections.ts';

describe('the sections of an answer', () => {
  test('sections keep the order of the parts, and group what the agents do in a row', () => {
    const [thought, sent, called] = [reasoning('Hm.'), mail('supervisor', 'math'), call('output-available')];
    const [first, last] = [text('Wait.'), text('Three.')];
    expect(toSections({ parts: [{ type: 'step-start' }, thought, sent, first, called, last] })).toEqual([
      { kind: 'activity', parts: [thought, sent] },
      { kind: 'text', part: first },
      { kind: 'activity', parts: [called] },
      { kind: 'text', part: last },
    ]);
  });

  test('empty text is left out', () => {
    expect(toSections({ parts: [text('', { state: 'streaming' }), reasoning('')] })).toEqual([]);
  });

  test('notices are shown, although they have no text', () => {
    expect(toSections({ parts: [notice('Once more.')] })).toEqual([
      { kind: 'activity', parts: [notice('Once more.')] },
    ]);
  });

  test('errors are left out, because they are shown separately', () => {
    const parts = [notice('Once more.'), notice('It broke.')];
    expect(toSections({ parts, metadata: { outcome: 'error', error: 'It broke.' } })).toEqual([
      { kind: 'activity', parts: [parts[0]] },
    ]);
  });

  test('calls that only send mail are left out, unless they failed', () => {
    const failed = call('output-error', { toolName: 'send_request', errorText: 'there is no agent bob' });
    const parts = [call('output-available', { toolName: 'send_request' }), mail('supervisor', 'math'), failed];
    expect(toSections({ parts })).toEqual([{ kind: 'activity', parts: [mail('supervisor', 'math'), failed] }]);
  });

  test('separate what the user has to answer, also afterwards', () => {
    const asked = call('input-available', { providerExecuted: false });
    const answered = call('output-available', { providerExecuted: false, output: 3 });
    expect(toSections({ parts: [asked, answered] })).toEqual([
      { kind: 'question', part: asked },
      { kind: 'question', part: answered },
    ]);
  });

  test('an approval is treated as a question, whoever runs the call', () => {
    const asked = call('approval-requested', { approval: { id: 'call-1' } });
    expect(toSections({ parts: [asked] })).toEqual([{ kind: 'question', part: asked }]);
  });
});

describe("the sections of a single agent's answer", () => {
  test('nested agents are shown where they were started', () => {
    const parts: SwarmPart[] = [
      call('output-available', { toolCallId: 'c-1', toolName: 'delegate' }),
      agentNote('c-1', 'running'),
      agentPart('c-1', text('Looking around.')),
      text('Done.'),
    ];
    const [activity, answer] = toSections({ parts });
    expect(activity).toMatchObject({
      kind: 'activity',
      parts: [
        { toolName: 'delegate' },
        { type: 'nested-agent', note: { status: 'running' }, items: [{ part: { text: 'Looking around.' } }] },
      ],
    });
    expect(answer).toMatchObject({ kind: 'text', part: { text: 'Done.' } });
  });

  test('the plan of an agent is shown', () => {
    const plan: SwarmPart = { type: 'data-todos', id: 'todos', data: { items: [{ text: 'Look.' }] } };
    expect(toSections({ parts: [plan] })).toEqual([{ kind: 'activity', parts: [plan] }]);
  });
});

describe('isOpenQuestion', () => {
  test.each([
    [true, call('input-available', { providerExecuted: false })],
    [true, call('approval-requested', { approval: { id: 'a' } })],
    [false, call('approval-responded', { approval: { id: 'a', approved: true } })],
    [false, call('output-available', { providerExecuted: false, output: 1 })],
    [false, call('input-available')],
    [false, text('A question?')],
  ])('isOpenQuestion is %s for %j', (open, part) => {
    expect(isOpenQuestion(part)).toBe(open);
  });
});
