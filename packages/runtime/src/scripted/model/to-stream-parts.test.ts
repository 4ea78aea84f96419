import type { LanguageModelV3StreamPart } from '@ai-sdk/provider';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryTurn } from '../__fixtures__/arbitrary-turn.ts';
import { makeRequest } from '../__fixtures__/make-request.ts';
import { call, say, think } from '../builders.ts';
import { playAnswer } from '../playing/play-answer.ts';
import { toAnswer } from '../playing/to-answer.ts';
import type { ScriptedTurn } from '../turn.ts';
import { toContent } from './to-content.ts';
import { toStreamParts } from './to-stream-parts.ts';

const receivedAt = new Date('2025-01-01T00:00:00Z');

function streamOf(turn: ScriptedTurn): LanguageModelV3StreamPart[] {
  const answer = toAnswer(turn, makeRequest());
  const context = { answer, responseId: 'scripted_0', modelId: 'scripted', receivedAt, tools: undefined };
  return [...playAnswer(answer)].flatMap((step) => (step.type === 'event' ? toStreamParts(step.event, context) : []));
}

/** Everything between the opening and the finish. */
const bodyOf = (turn: ScriptedTurn): LanguageModelV3StreamPart[] => streamOf(turn).slice(2, -1);

describe('toStreamParts', () => {
  it('opens with warnings and metadata, and closes with a finish', () => {
    const parts = streamOf({ text: 'Hello.' });
    expect(parts.slice(0, 2)).toEqual([
      { type: 'stream-start', warnings: [] },
      { type: 'response-metadata', id: 'scripted_0', modelId: 'scripted', timestamp: receivedAt },
    ]);
    expect(parts.at(-1)).toMatchObject({ type: 'finish', finishReason: { unified: 'stop' } });
  });

  it('streams text and reasoning as blocks with ids of their own', () => {
    expect(bodyOf({ content: [think('ab'), say('cd'), say('e')], chunkSize: 1 })).toEqual([
      { type: 'reasoning-start', id: 'part-0' },
      { type: 'reasoning-delta', id: 'part-0', delta: 'a' },
      { type: 'reasoning-delta', id: 'part-0', delta: 'b' },
      { type: 'reasoning-end', id: 'part-0' },
      { type: 'text-start', id: 'part-1' },
      { type: 'text-delta', id: 'part-1', delta: 'c' },
      { type: 'text-delta', id: 'part-1', delta: 'd' },
      { type: 'text-end', id: 'part-1' },
      { type: 'text-start', id: 'part-2' },
      { type: 'text-delta', id: 'part-2', delta: 'e' },
      { type: 'text-end', id: 'part-2' },
    ]);
  });

  it('streams the input of a call, then the call', () => {
    expect(bodyOf({ content: [call('add', { a: 1 })], chunkSize: 4 })).toEqual([
      { type: 'tool-input-start', id: 'call_0_0', toolName: 'add' },
      { type: 'tool-input-delta', id: 'call_0_0', delta: '{"a"' },
      { type: 'tool-input-delta', id: 'call_0_0', delta: ':1}' },
      { type: 'tool-input-end', id: 'call_0_0' },
      { type: 'tool-call', toolCallId: 'call_0_0', toolName: 'add', input: '{"a":1}' },
    ]);
  });

  it('lists the pages that a text cites, after the text', () => {
    const citations = [
      { url: 'https://a.test', title: 'A' },
      { url: 'https://b.test', title: 'B' },
    ];
    expect(bodyOf({ content: [{ type: 'text', text: 'x', citations }] }).slice(-2)).toEqual([
      { type: 'source', sourceType: 'url', id: 'part-0-source-0', url: 'https://a.test', title: 'A' },
      { type: 'source', sourceType: 'url', id: 'part-0-source-1', url: 'https://b.test', title: 'B' },
    ]);
  });

  it('shows a search of the provider as a call with its result', () => {
    const parts = bodyOf({ content: [{ type: 'web-search', query: 'x', results: [] }], chunkSize: 99 });
    expect(parts.map((part) => part.type)).toEqual([
      'tool-input-start',
      'tool-input-delta',
      'tool-input-end',
      'tool-call',
      'tool-result',
    ]);
    expect(parts[0]).toMatchObject({ toolName: 'web_search', providerExecuted: true });
  });

  it('shows a program of the provider as a call with its result', () => {
    const parts = bodyOf({ content: [{ type: 'code-interpreter', code: 'print(1)' }] });
    expect(parts.map((part) => part.type)).toEqual(['tool-input-start', 'tool-input-end', 'tool-call', 'tool-result']);
  });

  it('shows redacted reasoning as a block without text', () => {
    expect(bodyOf({ content: [{ type: 'reasoning', text: 'secret', redacted: true }] })).toEqual([
      { type: 'reasoning-start', id: 'part-0' },
      { type: 'reasoning-end', id: 'part-0' },
    ]);
  });

  it('gives in pieces what toContent gives whole', () => {
    fc.assert(
      fc.property(arbitraryTurn, (turn) => {
        expect(assemble(streamOf(turn))).toEqual(toContent(toAnswer(turn, makeRequest()), undefined));
      }),
    );
  });
});

/** Puts a stream together as its reader would. */
function assemble(parts: readonly LanguageModelV3StreamPart[]): unknown[] {
  const content: unknown[] = [];
  let text = '';
  for (const part of parts) {
    if (part.type === 'text-start' || part.type === 'reasoning-start') text = '';
    else if (part.type === 'text-delta' || part.type === 'reasoning-delta') text += part.delta;
    else if (part.type === 'text-end') content.push({ type: 'text', text });
    else if (part.type === 'reasoning-end') content.push({ type: 'reasoning', text });
    else if (part.type === 'tool-call') content.push(part);
  }
  return content;
}
