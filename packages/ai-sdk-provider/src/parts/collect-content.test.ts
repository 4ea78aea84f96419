import { describe, expect, it } from 'vitest';
import { called, completed, failed, letter, paused, token, told, usage } from '../__fixtures__/frames.ts';
import { translate } from '../__fixtures__/translate.ts';
import { collectContent } from './collect-content.ts';

const collect = (frames: Parameters<typeof translate>[0]) => {
  const start = { type: 'stream-start' as const, warnings: [{ type: 'other' as const, message: 'careful' }] };
  const parts = [start, ...translate(frames)];
  return collectContent({ read: async () => ({ done: parts.length === 0, value: parts.shift() }) });
};

describe('collectContent', () => {
  it('gives the parts of a stream in their order', async () => {
    const result = await collect([
      token('boss', 'reasoning', 'Hm.'),
      called('boss', 'send_request', 'c'),
      letter('boss', 'Hi'),
      token('boss', 'answer', 'Hel', { turn: 2 }),
      token('clerk', 'reasoning', 'Oh', { turn: 3 }),
      usage('boss', 3, 1),
      completed('Hello'),
    ]);
    expect(result.content.map((part) => ('text' in part ? `${part.type} ${part.text}` : part.type))).toEqual([
      'reasoning Hm.',
      'tool-call',
      'tool-result',
      'text Hello',
      'reasoning Oh',
    ]);
    expect(result).toMatchObject({
      finishReason: { unified: 'stop', raw: 'complete' },
      usage: { inputTokens: { total: 3 } },
      warnings: [{ type: 'other', message: 'careful' }],
      providerMetadata: { mail: { taskId: 't', taskStatus: 'completed' } },
      response: { id: 't', modelId: 'team' },
    });
  });

  it('keeps the metadata of parts', async () => {
    const { content } = await collect([token('boss', 'answer', 'Hi'), completed('Hi')]);
    expect(content).toEqual([
      { type: 'text', text: 'Hi', providerMetadata: { mail: { taskId: 't', swarm: 'team', agent: 'boss' } } },
    ]);
  });

  it('leaves out what was taken back before anybody saw it', async () => {
    const abandoned = told('text_abandoned', { caller: 'boss', turn: 1, attempt: 1 });
    const again = token('boss', 'answer', 'Hey', { attempt: 2 });
    const { content } = await collect([token('boss', 'answer', 'Hello'), abandoned, again, completed('Hey')]);
    expect(content.map((part) => ('text' in part ? part.text : part.type))).toEqual(['Hey']);
  });

  it('includes questions', async () => {
    const { content, finishReason } = await collect([
      called('boss', 'ask', 'a'),
      ...paused({ call_id: 'a', name: 'ask' }),
    ]);
    expect(content.map((part) => part.type)).toEqual(['tool-call', 'tool-approval-request']);
    expect(finishReason.unified).toBe('tool-calls');
  });

  it('throws what went wrong', async () => {
    await expect(collect([token('boss', 'answer', 'Hi'), failed('boom', 'stalled')])).rejects.toMatchObject({
      name: 'MAIL_TaskError',
      code: 'stalled',
    });
  });
});
