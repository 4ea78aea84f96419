import { createMAIL } from '@posthouse/ai-sdk-provider';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aiVersions } from '../../packages/ai-sdk-provider/src/__fixtures__/ai-versions.ts';
import { mutantArbitrary } from '../../packages/protocol/src/__fixtures__/mutations.ts';
import { listReference, readStream } from '../../packages/protocol/src/__fixtures__/reference.ts';
import { type Frame, toFrames } from '../../packages/server/src/__fixtures__/read-frames.ts';
import { answerOf, findDisorder, type Part, partsIn } from './__fixtures__/check-parts.ts';
import { ask, askHuman, echo, finish, openTeam } from './__fixtures__/team-host.ts';
import { plainMail, toSSE } from './__fixtures__/plain-mail.ts';
import { connection, playing } from './__fixtures__/playing.ts';

const cast = () => ({
  boss: [ask('clerk', 'How many?', { reasoning: 'I should ask.' }), finish('Seven.', { reasoning: 'Now I know.' })],
  clerk: [{ toolCalls: [{ name: 'echo', input: { word: 'seven' } }], text: 'Let me see.' }, ask('boss', 'Seven.')],
  actions: [echo],
});

beforeAll(() => void (globalThis.AI_SDK_LOG_WARNINGS = false));
afterAll(() => void delete globalThis.AI_SDK_LOG_WARNINGS);

/** What becomes of frames that a server sends, and then hangs up. */
async function partsOf(frames: readonly Pick<Frame, 'event' | 'data'>[]): Promise<Part[]> {
  const { fetch } = playing(() => connection(frames.map(toSSE)));
  const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'go' }] }];
  const { stream } = await createMAIL({ fetch })('team').doStream({ prompt });
  return partsIn(stream);
}

describe.each(aiVersions)('a plain MAIL server, asked by %s', (_, ai) => {
  it('returns the same reasoning, calls, results and answer as our server', async () => {
    await using team = await openTeam(cast());
    const model = team.mail({ fetch: plainMail })('team');
    const { content, text, finishReason, providerMetadata } = await ai.generateText({ model, prompt: 'How many?' });
    const told = content.map((part) => {
      const { agent } = (part as { providerMetadata?: { mail?: { agent?: string } } }).providerMetadata?.mail ?? {};
      if (part.type === 'tool-call') return `${agent} calls ${part.toolName} with ${JSON.stringify(part.input)}`;
      if (part.type === 'tool-result') return `${part.toolName} gives ${JSON.stringify(part.output)}`;
      return `${agent}: ${'text' in part ? part.text : part.type}`;
    });
    expect(told).toEqual([
      'boss: I should ask.',
      'boss calls send_request with {"target":"clerk","subject":"s","body":"How many?"}',
      'send_request gives "message sent"',
      'clerk: Let me see.',
      'clerk calls echo with {"word":"seven"}',
      String.raw`echo gives "{\"word\":\"seven\"}"`,
      'clerk calls send_response with {"target":"boss","subject":"s","body":"Seven."}',
      'send_response gives "message sent"',
      'boss: Now I know.',
      'boss: Seven.',
    ]);
    expect([text, finishReason]).toEqual(['Seven.', 'stop']);
    expect(providerMetadata?.mail).toMatchObject({ taskStatus: 'completed', currentAgent: 'boss' });
  });

  it('asks for approval at a breakpoint, and continues with the decision', async () => {
    let turn = 0;
    const asking = { toolCalls: [{ name: 'ask_human', input: { q: 'May I?' }, id: 'e1' }] };
    await using team = await openTeam({
      boss: ({ messages }) => (turn++ === 0 ? asking : finish(messages.at(-1)!.toolResults.at(-1)!.text)),
      actions: [askHuman],
      breakpointTools: ['ask_human'],
    });
    const model = team.mail({ fetch: plainMail })('team');
    const question = { role: 'user' as const, content: 'go' };
    const { content, response, finishReason } = await ai.generateText({ model, messages: [question] });
    expect(finishReason).toBe('tool-calls');
    const request = content.find((part) => part.type === 'tool-approval-request')!;
    expect(request.toolCall).toMatchObject({ toolName: 'ask_human', input: { q: 'May I?' } });
    const { approvalId } = request;
    const decision = { type: 'tool-approval-response', approvalId, approved: true, providerExecuted: true } as const;
    const { text } = await ai.generateText({
      model,
      messages: [question, ...response.messages, { role: 'tool', content: [decision] }],
    });
    expect(text).toBe('{"approved":true}');
    expect(await team.tasks()).toMatchObject([{ status: 'complete', run: 1 }]);
  });

  it('a plain server is not asked again after a cut, because it would take that for a second message', async () => {
    await using team = await openTeam(cast());
    const posts: unknown[] = [];
    const cut: typeof fetch = async (url, init) => {
      posts.push(init?.body);
      const { body } = await plainMail(url, init);
      const { value = '' } = await body!.pipeThrough(new TextDecoderStream()).getReader().read();
      return connection([value], 'cut');
    };
    const call = ai.generateText({ model: team.mail({ fetch: cut })('team'), prompt: 'go', maxRetries: 2 });
    await expect(call).rejects.toMatchObject({ name: 'MAIL_TaskError', code: 'stream_lost' });
    expect(posts).toHaveLength(1);
    expect(await team.tasks()).toHaveLength(1);
  });
});

describe('frames of a plain MAIL server', () => {
  let frames: Frame[] = [];
  beforeAll(async () => {
    await using team = await openTeam(cast());
    const record: typeof fetch = async (url, init) => {
      const response = await plainMail(url, init);
      const text = await response.clone().text();
      frames = toFrames(text);
      return response;
    };
    const [, ai] = aiVersions.at(-1)!;
    await ai.generateText({ model: team.mail({ fetch: record })('team'), prompt: 'How many?' });
  });

  it('frames that are broken, missing or doubled lead to an answer or a clear error', async () => {
    const indexes = fc.array(fc.nat(), { minLength: 1, maxLength: 30 });
    const damaged = fc.tuple(indexes, fc.nat(), fc.infiniteStream(fc.nat())).chain(([order, at]) => {
      const played = order.map((index) => frames[index % frames.length]!);
      const broken = at % played.length;
      return mutantArbitrary([played[broken]!.data as never]).map((data) =>
        played.with(broken, { ...played[broken]!, data: data as never }),
      );
    });
    await fc.assert(
      fc.asyncProperty(damaged, async (played) => {
        const parts = await partsOf(played);
        expect(findDisorder(parts)).toEqual([]);
        const error = parts.find((part) => part.type === 'error')?.error as Error | undefined;
        expect([undefined, 'MAIL_TaskError']).toContain(error?.name);
      }),
    );
  });

  it('frames that nest without end lead to an error, not to a crash', async () => {
    const call = frames.find(({ event }) => event === 'tool_call')!;
    const [head, tail] = toSSE({ ...call, data: { ...call.data, extra_data: { tool_args: '#' } } }).split('"#"');
    const { fetch } = playing(() => connection([head!, '['.repeat(200_000), ']'.repeat(200_000), tail!]));
    const [, ai] = aiVersions.at(-1)!;
    const model = createMAIL({ fetch })('team');
    await expect(ai.generateText({ model, prompt: 'go', maxRetries: 0 })).rejects.toThrow('call stack');
  });

  it('frames that never end are abandoned', async () => {
    const endless = [`event: tool_call\r\ndata: "`, ...Array<string>(17).fill('x'.repeat(1024 * 1024))];
    const { fetch } = playing(() => connection(endless, 'wait'));
    const [, ai] = aiVersions.at(-1)!;
    const call = ai.generateText({ model: createMAIL({ fetch })('team'), prompt: 'go', maxRetries: 0 });
    await expect(call).rejects.toThrow('an event that is too long');
  });

  it.each(listReference('wire', '.sse'))(
    'the frames of the reference are understood as it sends them in %s',
    async (name) => {
      const recorded = readStream(name);
      const parts = await partsOf(recorded);
      expect(findDisorder(parts)).toEqual([]);
      const { response } = recorded.at(-1)!.data as { response: string };
      const isPaused = parts.some((part) => part.type === 'tool-approval-request');
      expect(answerOf(parts)).toBe(isPaused ? '' : response);
    },
  );
});
