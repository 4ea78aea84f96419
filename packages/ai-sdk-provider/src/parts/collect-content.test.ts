import { describe, expect, it } from 'vitest';
import { answers, calls, ends, telling, thinks, writes } from '../__fixtures__/frames.ts';
import { translate } from '../__fixtures__/translate.ts';
import { collectContent } from './collect-content.ts';

const collect = (told: Parameters<typeof translate>[0]) => {
  const start = { type: 'stream-start' as const, warnings: [{ type: 'other' as const, message: 'careful' }] };
  const parts = [start, ...translate(told)];
  return collectContent({ read: async () => ({ done: parts.length === 0, value: parts.shift() }) });
};
const answer = 'boss/2/1/0';
const answered = [telling(answers('boss')), writes(answer, 'Hello')];
const stands = telling({ type: 'text_end', id: answer, retracted: false });

describe('collectContent', () => {
  it('gives the parts of a stream in their order', async () => {
    const result = await collect([
      telling(thinks('boss')),
      writes('boss/1/1/0', 'Hm.'),
      telling(calls('boss', 'send_request', 'c')),
      telling({ type: 'result', id: 'boss/1/c', status: 'success', content: 'message sent' }),
      ...answered,
      telling(thinks('clerk')),
      writes('clerk/1/1/0', 'Oh'),
      telling({ type: 'usage', agent: 'boss', model: 'm', usage: { input_tokens: 3, output_tokens: 1 } }),
      stands,
      ends('complete'),
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
    const { content } = await collect([...answered, stands, ends('complete')]);
    expect(content).toEqual([
      {
        type: 'text',
        text: 'Hello',
        providerMetadata: { mail: { taskId: 't', swarm: 'team', digest: '', agent: 'boss' } },
      },
    ]);
  });

  it('leaves out what was taken back before anybody saw it', async () => {
    const again = 'boss/2/2/0';
    const { content } = await collect([
      ...answered,
      telling({ type: 'text_end', id: answer, retracted: true }),
      telling(answers('boss', again)),
      writes(again, 'Hey'),
      telling({ type: 'text_end', id: again, retracted: false }),
      ends('complete'),
    ]);
    expect(content.map((part) => ('text' in part ? part.text : part.type))).toEqual(['Hey']);
  });

  it('includes questions', async () => {
    const { type: _, ...call } = calls('boss', 'ask', 'a', true);
    const questions = [{ ...call, needs: 'approval' as const }];
    const { content, finishReason } = await collect([telling({ type: 'pause', seq: 3, questions })]);
    expect(content.map((part) => part.type)).toEqual(['tool-call', 'tool-approval-request']);
    expect(finishReason.unified).toBe('tool-calls');
  });

  it('throws what went wrong', async () => {
    await expect(collect([...answered, ends('error', { text: 'boom', code: 'stalled' })])).rejects.toMatchObject({
      name: 'MAIL_TaskError',
      code: 'stalled',
    });
  });
});
