import type { ModelMessage, UIMessage } from '../../packages/ai-sdk-provider/src/__fixtures__/ai-versions.ts';
import { describe, expect, it } from 'vitest';
import { type AI, aiVersions } from '../../packages/ai-sdk-provider/src/__fixtures__/ai-versions.ts';
import { askHuman, echo, finish, openTeam, type TeamHost } from './__fixtures__/team-host.ts';

/** The results that a model was given. */
const heard = ({ messages }: { messages: readonly { toolResults: readonly { text: string }[] }[] }) =>
  messages.flatMap(({ toolResults }) => toolResults.map(({ text }) => text)).join(' ');

function guarded(kind: 'breakpoint' | 'approval') {
  let turn = 0;
  const call =
    kind === 'approval'
      ? { name: 'echo', input: { word: 'hi' }, id: 'e1' }
      : { name: 'ask_human', input: { q: 'May I?' }, id: 'e1' };
  return openTeam({
    boss: (request) => (turn++ === 0 ? { toolCalls: [call] } : finish(`I heard: ${heard(request)}`)),
    actions: [echo, askHuman],
    breakpointTools: ['ask_human'],
    approvalTools: ['echo'],
  });
}

/** One exchange of a chat: the messages so far, and the answer as the page would have it. */
async function exchange(ai: AI, team: TeamHost, messages: UIMessage[]): Promise<UIMessage> {
  const last = messages.at(-1)!;
  const result = ai.streamText({
    model: team.mail()('team'),
    messages: await ai.convertToModelMessages(messages as never),
  });
  const stream = result.toUIMessageStream({ originalMessages: messages as never });
  const reader = ai.readUIMessageStream({
    stream,
    terminateOnError: true,
    ...(last.role === 'assistant' ? { message: structuredClone(last) as never } : {}),
  });
  let message: UIMessage | undefined;
  for await (const state of reader) message = state as UIMessage;
  return message!;
}

type ToolPart = {
  type: string;
  toolName?: string;
  toolCallId: string;
  state: string;
  output?: unknown;
  providerExecuted?: boolean;
  approval?: { id: string; approved?: boolean; reason?: string };
};
const toolOf = (message: UIMessage) =>
  message.parts.find((part) => part.type === 'dynamic-tool') as unknown as ToolPart;
const textOf = (message: UIMessage) =>
  message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
const user = (text: string): UIMessage => ({ id: text, role: 'user', parts: [{ type: 'text', text }] });

/** What `addToolApprovalResponse` makes of a message. */
function decide(message: UIMessage, approved: boolean, reason?: string): UIMessage {
  const parts = message.parts.map((part) => {
    const tool = part as unknown as ToolPart;
    if (tool.state !== 'approval-requested') return part;
    return {
      ...tool,
      state: 'approval-responded',
      approval: { ...tool.approval, approved, ...(reason === undefined ? {} : { reason }) },
    };
  });
  return { ...message, parts: parts as never };
}

describe.each(aiVersions)('the provider with %s', (name, ai) => {
  it('asks for approval at a breakpoint that the caller has not declared', async () => {
    await using team = await guarded('breakpoint');
    const { content, finishReason } = await ai.generateText({ model: team.mail()('team'), prompt: 'go' });
    expect(finishReason).toBe('tool-calls');
    expect(content.flatMap((part) => (part.type === 'tool-approval-request' ? [part.toolCall] : []))).toMatchObject([
      { toolName: 'ask_human', input: { q: 'May I?' }, providerExecuted: true, dynamic: true },
    ]);
  });

  it.each([
    [true, undefined, '{"approved":true}'],
    [true, 'but be quick', '{"approved":true,"reason":"but be quick"}'],
    [false, 'not today', '{"approved":false,"reason":"not today"}'],
  ])('passes the decision at a breakpoint to the swarm: %j, %j', async (approved, reason, told) => {
    await using team = await guarded('breakpoint');
    const asked = await exchange(ai, team, [user('go')]);
    expect(toolOf(asked)).toMatchObject({ toolName: 'ask_human', state: 'approval-requested', providerExecuted: true });
    const answered = await exchange(ai, team, [user('go'), decide(asked, approved, reason)]);
    expect(textOf(answered)).toBe(`I heard: ${told}`);
    expect(toolOf(answered).state).toMatch(approved ? /^output-available$/ : /^(output-denied|approval-responded)$/);
    expect(answered.parts.filter((part) => part.type === 'dynamic-tool')).toHaveLength(1);
    expect(await team.tasks()).toMatchObject([{ status: 'complete', run: 1 }]);
  });

  it('runs an approved action, and shows its result where approval was asked for', async () => {
    await using team = await guarded('approval');
    const asked = await exchange(ai, team, [user('go')]);
    expect(toolOf(asked)).toMatchObject({ toolName: 'echo', state: 'approval-requested' });
    const answered = await exchange(ai, team, [user('go'), decide(asked, true)]);
    expect(toolOf(answered)).toMatchObject({ state: 'output-available', output: { word: 'hi' } });
    expect(textOf(answered)).toContain('hi');
  });

  it('returns the result of an approved action to generateText, too', async () => {
    await using team = await guarded('approval');
    const model = team.mail()('team');
    const question: ModelMessage = { role: 'user', content: 'go' };
    const asked = await ai.generateText({ model, messages: [question] });
    const request = asked.content.find((part) => part.type === 'tool-approval-request')!;
    const yes: ModelMessage = {
      role: 'tool',
      content: [
        // Newer versions keep what was decided about a tool that others run only if it says so.
        { type: 'tool-approval-response', approvalId: request.approvalId, approved: true, providerExecuted: true },
      ],
    };
    const { text, content } = await ai.generateText({
      model,
      messages: [question, ...(asked.response.messages as ModelMessage[]), yes],
    });
    expect(text).toContain('hi');
    // Without those words the newer versions send nothing, which must not look like an answer.
    const { providerExecuted: _who, ...silent } = yes.content[0] as { providerExecuted: boolean };
    const messages = [question, ...asked.response.messages, { role: 'tool', content: [silent] }] as ModelMessage[];
    const again = ai.generateText({ model, messages, maxRetries: 0 });
    const outcome = await again.then((result) => result.text, String);
    expect(outcome).toMatch(name === 'ai 6.0.45' ? /hi/ : /providerExecuted: true/);
    expect(content.flatMap((part) => (part.type === 'tool-result' ? [part.output] : []))).toEqual([{ word: 'hi' }]);
    expect(await team.tasks()).toMatchObject([{ status: 'complete', run: 1 }]);
  });

  it('a denied action does not run', async () => {
    await using team = await guarded('approval');
    const asked = await exchange(ai, team, [user('go')]);
    const answered = await exchange(ai, team, [user('go'), decide(asked, false, 'too loud')]);
    expect(toolOf(answered).output).toBeUndefined();
    expect(textOf(answered)).toContain('not approved: too loud');
  });

  it('continues the conversation after an approval', async () => {
    await using team = await guarded('approval');
    const asked = await exchange(ai, team, [user('go')]);
    const answered = await exchange(ai, team, [user('go'), decide(asked, true)]);
    const next = await exchange(ai, team, [user('go'), answered, user('And now?')]);
    expect(textOf(next)).toContain('I heard');
    expect(await team.tasks()).toMatchObject([{ run: 2 }]);
    const read = team.boss.requests.at(-1)!.messages.at(-1)!.text;
    expect(read).toContain('And now?');
    expect(read).not.toContain('go');
  });
});
