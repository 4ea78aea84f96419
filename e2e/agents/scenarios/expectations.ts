import { expect } from 'vitest';
import type { ProgramProfile } from './profile.ts';
import type { Seen } from './seen.ts';

/** What the user of a chat sees in each scenario, whichever agent program is behind it. */
export const expectations: Readonly<Record<string, (seen: readonly Seen[], profile: ProgramProfile) => void>> = {
  basic: ([run]) => {
    expectAnswer(run, 'Let me run a command.|The tool said hi.');
    expect(run?.calls).toEqual([expect.objectContaining({ state: 'output-available' })]);
    expect(JSON.stringify(run?.calls[0]?.output)).toContain('hi-from-tool');
    expect(run?.message.metadata).toMatchObject({
      agent: expect.any(String) as string,
      usage: { inputTokens: expect.any(Number) as number, outputTokens: expect.any(Number) as number },
    });
    expect(run?.message.parts.filter(({ type }) => type === 'step-start')).toHaveLength(2);
  },
  'text only': ([run]) => expectAnswer(run, 'All is well.'),
  'two runs': ([first, second]) => {
    expectAnswer(first, 'The first answer.');
    expectAnswer(second, 'The second answer.');
  },
  'parallel calls': ([run]) => {
    expectAnswer(run, 'Two at once.|Both are done.');
    expect(run?.calls.map(({ state }) => state)).toEqual(['output-available', 'output-available']);
  },
  'tool error': ([run]) => {
    expectAnswer(run, 'Trying.|It did not work.');
    expect(run?.calls.map(({ state }) => state)).toEqual(['output-error']);
    expect(run?.calls[0]?.errorText).toMatch(/no.such|not (found|exist)|ENOENT/i);
  },
  'unknown tool': ([run], { name }) => {
    expectAnswer(run, 'Calling it.|There is no such tool.');
    // Codex says nothing at all about a call of a tool that it does not have.
    if (!name.startsWith('codex')) expect(run?.calls).toHaveLength(1);
  },
  '429 then ok': ([run], { retries }) => {
    if (retries > 0) expectAnswer(run, 'All is well.');
    else expectFailure(run);
  },
  '500': ([run]) => expectFailure(run),
  'wrong key': ([refused, next]) => {
    expectFailure(refused);
    expectAnswer(next, 'All is well.');
  },
  'dropped stream': ([run], profile) => {
    if (profile.dropped === 'fails') return expectFailure(run);
    expectAnswer(run, 'This answer is whole.');
    for (const text of run?.retracted ?? []) expect('This answer breaks off in the middle.').toContain(text);
  },
  'broken stream': ([run], { dropped }) => {
    if (dropped === 'fails') return expectFailure(run);
    expectAnswer(run, 'This answer is finished.');
  },
  'cut off': ([run]) => {
    expect(run?.text).toMatch(/^This answer is too lo/);
    expect(['length', 'error']).toContain(run?.finishReason);
  },
  'stop in text': ([stopped, next], { tellsLate }) => {
    expectStopped(stopped);
    if (!tellsLate?.includes('text')) expect(stopped?.text).toMatch(/^word-0 word-1/);
    expect(stopped?.text).not.toContain('word-399');
    expectAnswer(next, 'A new answer.');
  },
  'stop in a tool': ([stopped, next]) => {
    expectStopped(stopped);
    expect(stopped?.calls.map(({ state }) => state)).toEqual(['output-error']);
    expectAnswer(next, 'A new answer.');
  },
  killed: ([failed, next]) => {
    expectFailure(failed);
    expect(failed?.text).not.toContain('word-399');
    expectAnswer(next, 'A new answer.');
  },
  resume: ([first, second]) => {
    expectAnswer(first, 'Hello, Ada.');
    expectAnswer(second, 'Your name is Ada.');
  },
  'approved call': ([run]) => {
    expectAnswer(run, 'May I?|Thank you.');
    expect(run?.approvals).toBe(1);
    expect(run?.calls.map(({ state }) => state)).toEqual(['output-available']);
    expect(JSON.stringify(run?.calls[0]?.output)).toContain('allowed-5');
  },
  'denied call': ([run]) => {
    expectAnswer(run, 'May I?|Then not.');
    expect(run?.approvals).toBe(1);
    expect(run?.calls.map(({ state }) => state)).toEqual(['output-error']);
  },
  'big output': ([run]) => {
    expectAnswer(run, 'Much.|That was much.');
    expect(run?.calls.map(({ state }) => state)).toEqual(['output-available']);
    expect(JSON.stringify(run?.chunks).length).toBeLessThan(4 * 1024 * 1024);
  },
  'server search': ([run]) => {
    expectAnswer(run, 'I look it up.|It is there.');
    expectSearch(run);
    // What only the model server can read is not for clients.
    expect(JSON.stringify(run?.chunks)).not.toContain('encrypted');
    expect(run?.message.parts.findLast(({ type }) => type === 'text')).toMatchObject({
      providerMetadata: { posthouse: { citations: [{ url: 'https://example.com/a', title: 'Page A' }] } },
    });
  },
  'own search': ([run]) => {
    expectAnswer(run, 'I look it up.|It is there.');
    expectSearch(run);
  },
  'structured output': ([run]) => {
    expectAnswer(run, 'Let me see.');
    // The calls through which it is handed over are no work of the agent.
    expect(run?.calls).toEqual([]);
    expect(run?.message.parts).toContainEqual(
      expect.objectContaining({ type: 'data-structured-output', data: { answer: 'forty-two' } }),
    );
  },
  subagent: ([run]) => expectDelegation(run, 1),
  'two subagents': ([run]) => expectDelegation(run, 2),
  'subagent asks': ([run]) => {
    expectDelegation(run, 1);
    expect(run?.approvals).toBe(1);
  },
};

function expectAnswer(run: Seen | undefined, text: string): void {
  expect(run?.errorText).toBeUndefined();
  expect(run?.text).toBe(text);
  expect(run?.finishReason).toBe('stop');
  expect(run?.wasStopped).toBe(false);
  // Nothing that the agent program says is news to its adapter.
  const isNotice = ({ type }: { type: string }): boolean => type === 'data-notice';
  expect(run?.message.parts.filter(isNotice)).toEqual([]);
}

function expectSearch(run: Seen | undefined): void {
  expect(run?.calls).toEqual([
    expect.objectContaining({ state: 'output-available', input: { query: 'a post office' }, providerExecuted: true }),
  ]);
  const sources = run?.message.parts.filter(({ type }) => type === 'source-url');
  expect(sources).toMatchObject([
    { url: 'https://example.com/a', title: 'Page A' },
    { url: 'https://example.com/b', title: 'Page B' },
  ]);
}

function expectFailure(run: Seen | undefined): void {
  expect(run?.errorText).toMatch(/\w{3}/);
  expect(run?.finishReason).toBe('error');
  expect(run?.message.metadata?.['error']).toBe(run?.errorText);
}

function expectStopped(run: Seen | undefined): void {
  expect(run?.wasStopped).toBe(true);
  expect(run?.errorText).toBeUndefined();
}

function expectDelegation(run: Seen | undefined, count: number): void {
  expectAnswer(run, 'I delegate.|I have the report.');
  const data = (type: string): Record<string, unknown>[] =>
    (run?.message.parts ?? []).flatMap((part) =>
      part.type === type && 'data' in part ? [part.data as Record<string, unknown>] : [],
    );
  expect(data('data-agent').map(({ status }) => status)).toEqual(Array.from({ length: count }, () => 'completed'));
  const parts = data('data-agent-part').map(({ part }) => part as { type: string; text?: string; state: string });
  expect(parts.filter(({ text }) => text === 'Nested report.')).toHaveLength(count);
  expect(parts.filter(({ type }) => type === 'dynamic-tool').map(({ state }) => state)).toEqual(
    Array.from({ length: count }, () => 'output-available'),
  );
}
