import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRecordings } from '../__fixtures__/read-recordings.ts';
import {
  assistant,
  blockStart,
  blockStop,
  init,
  messageStart,
  messageStop,
  raw,
  result,
  textDelta,
  translate,
} from './__fixtures__/claude-events.ts';
import type { ClaudeBlock, ClaudeEvent } from './claude-event.ts';

/** What Claude itself has said in a scenario, and what is shown of it. */
function recorded(name: string) {
  const [run] = readRecordings(join(import.meta.dirname, '__fixtures__/recordings', `${name}.jsonl`));
  return translate(run!.events as ClaudeEvent[]);
}

const searching: ClaudeBlock = { type: 'server_tool_use', id: 's1', name: 'web_search', input: { query: 'post' } };
const page = { type: 'web_search_result', url: 'https://example.com/a', title: 'Page A', encrypted_content: 'x' };
const found: ClaudeBlock = { type: 'web_search_tool_result', tool_use_id: 's1', content: [page] };
const refused: ClaudeBlock = {
  type: 'web_search_tool_result',
  tool_use_id: 's1',
  content: { type: 'web_search_tool_result_error', error_code: 'max_uses_exceeded' },
};
const sources = [
  { type: 'source-url', sourceId: 'message-1:source-1', url: 'https://example.com/a', title: 'Page A' },
  { type: 'source-url', sourceId: 'message-1:source-2', url: 'https://example.com/b', title: 'Page B' },
];

describe('web search in Claude', () => {
  it.each([
    ['server-search', 'web_search'],
    ['own-search', 'WebSearch'],
  ])('web search is shown (%s) as a call with its result and sources', (name, toolName) => {
    const { message, calls, state } = recorded(name);
    expect(calls).toMatchObject([
      { toolName, state: 'output-available', input: { query: 'a post office' }, providerExecuted: true },
    ]);
    expect(message.parts.filter(({ type }) => type === 'source-url')).toEqual(sources);
    expect(JSON.stringify(message)).not.toContain('encrypted');
    expect(state.ignored).toEqual({});
  });

  it('keeps citations with their text, and lists no source twice', () => {
    const { message } = recorded('server-search');
    const citation = { url: 'https://example.com/a', title: 'Page A', text: 'It is there.' };
    expect(message.parts.findLast(({ type }) => type === 'text')).toMatchObject({
      text: 'It is there.',
      providerMetadata: { posthouse: { part: expect.any(String) as string, citations: [citation] } },
    });
  });

  it('keeps the citations that came when the answer breaks off', () => {
    const citation = { type: 'web_search_result_location', url: 'https://example.com/c', title: null, cited_text: 'c' };
    const { message } = translate([
      init,
      messageStart('m1'),
      blockStart(0, { type: 'text', text: '' }),
      textDelta(0, 'Found'),
      raw({ type: 'content_block_delta', index: 0, delta: { type: 'citations_delta', citation } }),
      messageStop(),
      result(),
    ]);
    expect(message.parts).toMatchObject([
      { type: 'step-start' },
      { text: 'Found', providerMetadata: { posthouse: { citations: [{ url: 'https://example.com/c', text: 'c' }] } } },
      { type: 'source-url', url: 'https://example.com/c' },
    ]);
  });

  it('a web search that the model server refuses is a failed call', () => {
    const { calls, message } = translate([
      init,
      messageStart('m1'),
      blockStart(0, { ...searching, input: {} }),
      assistant('m1', searching),
      blockStop(0),
      blockStart(1, refused),
      assistant('m1', refused),
      messageStop(),
      result(),
    ]);
    expect(calls).toMatchObject([{ state: 'output-error', errorText: 'The model server refused: max uses exceeded.' }]);
    expect(message.parts.filter(({ type }) => type === 'source-url' || type === 'data-notice')).toEqual([]);
  });

  it.each([
    ['has its result', found, { state: 'output-available', output: [{ url: 'https://example.com/a' }] }],
    ['has failed', refused, { state: 'output-error', errorText: 'The model server refused: max uses exceeded.' }],
  ])('shows that the search of a nested agent %s', (_, block, part) => {
    const nested = { parent_tool_use_id: 'c1' };
    const { message } = translate([
      init,
      assistant('m1', { type: 'tool_use', id: 'c1', name: 'Agent', input: {} }),
      assistant('m2', searching, nested),
      assistant('m2', block, nested),
      result(),
    ]);
    expect(message.parts.filter(({ type }) => type === 'data-agent-part')).toMatchObject([{ data: { part } }]);
    expect(JSON.stringify(message)).not.toContain('encrypted');
  });
});

it('a structured answer is data, and the calls that deliver it are hidden', () => {
  const { message, calls, text, state } = recorded('structured-output');
  expect(message.parts).toContainEqual({
    type: 'data-structured-output',
    id: 'structured-output',
    data: { answer: 'forty-two' },
  });
  expect(calls).toEqual([]);
  expect(text).toBe('Let me see.');
  expect(state.ignored).toEqual({});
});
