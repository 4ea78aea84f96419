import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AI, aiVersions } from '../../packages/ai-sdk-provider/src/__fixtures__/ai-versions.ts';
import { askHuman, ask, echo, finish, openTeam } from './__fixtures__/team-host.ts';

const wordSchema = {
  type: 'object' as const,
  properties: { word: { type: 'string' as const } },
  required: ['word'],
};

function searchTool(ai: AI, searched: string[]) {
  return ai.tool({
    description: 'Searches.',
    inputSchema: ai.jsonSchema<{ word: string }>(wordSchema),
    execute: async ({ word }) => {
      searched.push(word);
      if (word === 'boom') throw new Error('nothing there');
      return { found: word.length };
    },
  });
}

const search = (...words: string[]) => ({
  toolCalls: words.map((word, index) => ({ name: 'search', input: { word }, id: `s-${word}-${index}` })),
});
/** Says what the last results were. */
const report = ({ messages }: { messages: readonly { toolResults: readonly { text: string }[] }[] }) =>
  finish(
    messages
      .flatMap((message) => message.toolResults)
      .map(({ text }) => text)
      .filter((text) => text.includes('found') || text.includes('error'))
      .join(' '),
  );

beforeAll(() => void (globalThis.AI_SDK_LOG_WARNINGS = false));
afterAll(() => void delete globalThis.AI_SDK_LOG_WARNINGS);

describe.each(aiVersions)('the provider with %s', (_, ai) => {
  it('runs tools of the caller, step by step, in one task', async () => {
    let turn = 0;
    await using team = await openTeam({
      boss: (request) => [() => search('post'), () => search('house'), () => report(request)][turn++]!(),
    });
    const searched: string[] = [];
    const { text, steps } = await ai.generateText({
      model: team.mail()('team'),
      prompt: 'Search.',
      tools: { search: searchTool(ai, searched) },
      stopWhen: ai.stepCountIs(5),
    });
    expect(searched).toEqual(['post', 'house']);
    expect(text).toBe('{"found":4} {"found":5}');
    expect(steps.map((step) => step.finishReason)).toEqual(['tool-calls', 'tool-calls', 'stop']);
    expect(steps[2]!.content.map((part) => part.type)).toEqual(['text']);
    expect(await team.tasks()).toMatchObject([{ status: 'complete', run: 1 }]);
    const call = steps[0]!.toolCalls[0]!;
    expect([call.toolName, call.dynamic, call.providerExecuted, call.invalid]).toEqual([
      'search',
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('offers tools of the caller to the entrypoint only, as they were described', async () => {
    await using team = await openTeam({ boss: [ask('clerk', 'Hi'), finish('ok')], clerk: [ask('boss', 'Hi')] });
    await ai.generateText({
      model: team.mail()('team'),
      prompt: 'go',
      tools: { search: searchTool(ai, []) },
    });
    const offered = team.boss.requests[0]!.tools.find((tool) => tool.name === 'search');
    expect(offered).toMatchObject({ description: 'Searches.', inputSchema: wordSchema });
    expect(team.clerk.requests[0]!.tools.map((tool) => tool.name)).not.toContain('search');
  });

  it('runs several tools at once, even when one of them fails', async () => {
    let turn = 0;
    await using team = await openTeam({
      boss: (request) => (turn++ === 0 ? search('a', 'boom', 'ccc') : report(request)),
    });
    const searched: string[] = [];
    const result = ai.streamText({
      model: team.mail()('team'),
      prompt: 'Search.',
      tools: { search: searchTool(ai, searched) },
      stopWhen: ai.stepCountIs(3),
    });
    await result.consumeStream();
    expect(searched.toSorted()).toEqual(['a', 'boom', 'ccc']);
    expect(await result.text).toMatch(/^\{"found":1\} \{"error":"(Error: )?nothing there"\} \{"found":3\}$/);
  });

  it('accepts dynamic tools', async () => {
    let turn = 0;
    await using team = await openTeam({ boss: (request) => (turn++ === 0 ? search('abc') : report(request)) });
    const { text } = await ai.generateText({
      model: team.mail()('team'),
      prompt: 'Search.',
      tools: {
        search: ai.dynamicTool({
          description: 'Searches.',
          inputSchema: ai.jsonSchema(wordSchema),
          execute: async (input) => ({ found: (input as { word: string }).word }),
        }),
      },
      stopWhen: ai.stepCountIs(3),
    });
    expect(text).toBe('{"found":"abc"}');
  });

  it('leaves tools without execute to the caller', async () => {
    let turn = 0;
    await using team = await openTeam({ boss: (request) => (turn++ === 0 ? search('abc') : report(request)) });
    const tools = { search: ai.tool({ inputSchema: ai.jsonSchema<{ word: string }>(wordSchema) }) };
    const model = team.mail()('team');
    const first = await ai.generateText({ model, prompt: 'Search.', tools });
    expect(first.finishReason).toBe('tool-calls');
    expect(first.providerMetadata?.mail).toMatchObject({
      taskStatus: 'paused',
      resumeToken: 'breakpoint_tool_call',
    });
    const [call] = first.toolCalls;
    const second = await ai.generateText({
      model,
      tools,
      messages: [
        { role: 'user', content: 'Search.' },
        ...first.response.messages,
        {
          role: 'tool',
          content: [
            {
              type: 'tool-result',
              toolCallId: call!.toolCallId,
              toolName: 'search',
              output: { type: 'text', value: 'found it' },
            },
          ],
        },
      ],
    });
    expect(second.text).toBe('found it');
    expect(await team.tasks()).toHaveLength(1);
  });

  it('passes on a breakpoint of the swarm that the caller declares', async () => {
    let turn = 0;
    const question = { toolCalls: [{ name: 'ask_human', input: { q: 'Really?' } }] };
    await using team = await openTeam({
      boss: (request) =>
        turn++ === 0
          ? question
          : finish(
              request.messages
                .at(-1)!
                .toolResults.map(({ text }) => text)
                .join(''),
            ),
      actions: [askHuman],
      breakpointTools: ['ask_human'],
    });
    const { text, steps } = await ai.generateText({
      model: team.mail()('team'),
      prompt: 'go',
      tools: {
        ask_human: ai.tool({
          inputSchema: ai.jsonSchema<{ q: string }>({ type: 'object', properties: { q: { type: 'string' } } }),
          execute: async ({ q }) => `${q} Yes.`,
        }),
      },
      stopWhen: ai.stepCountIs(3),
    });
    expect(text).toBe('Really? Yes.');
    expect(steps[0]!.toolCalls).toMatchObject([{ toolName: 'ask_human', input: { q: 'Really?' } }]);
  });

  it('shows calls of the swarm that fail', async () => {
    const call = (word: string) => ({ toolCalls: [{ name: 'echo', input: { word } }] });
    await using team = await openTeam({ boss: [call('boom'), call('fine'), finish('ok')], actions: [echo] });
    const { content } = await ai.generateText({ model: team.mail()('team'), prompt: 'go' });
    expect(content.flatMap((part) => (part.type === 'tool-error' ? [String(part.error)] : []))).toEqual([
      expect.stringContaining('kaboom'),
    ]);
    expect(content.flatMap((part) => (part.type === 'tool-result' ? [part.output] : []))).toEqual([{ word: 'fine' }]);
  });

  it('refuses a tool whose name the agent already has', async () => {
    await using team = await openTeam({ boss: [finish('ok')], actions: [echo] });
    const tools = { echo: ai.tool({ inputSchema: ai.jsonSchema<object>({ type: 'object' }) }) };
    await expect(ai.generateText({ model: team.mail()('team'), prompt: 'go', tools })).rejects.toThrow(
      "the tool name 'echo' is taken",
    );
  });

  it('accepts a tool result and a message at once', async () => {
    let turn = 0;
    await using team = await openTeam({ boss: () => (turn++ === 0 ? search('abc') : finish(`turn ${turn}`)) });
    const tools = { search: ai.tool({ inputSchema: ai.jsonSchema<{ word: string }>(wordSchema) }) };
    const model = team.mail()('team');
    const first = await ai.generateText({ model, prompt: 'Search.', tools });
    const { toolCallId } = first.toolCalls[0]!;
    const output = { type: 'text' as const, value: 'found it' };
    const { text } = await ai.generateText({
      model,
      tools,
      messages: [
        { role: 'user', content: 'Search.' },
        ...first.response.messages,
        { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName: 'search', output }] },
        { role: 'user', content: 'And hurry!' },
      ],
    });
    expect(text).toMatch(/^turn \d$/);
    await expect.poll(() => team.tasks()).toMatchObject([{ status: 'complete' }]);
    const { messages } = team.boss.requests.at(-1)!;
    expect(messages.flatMap(({ toolResults }) => toolResults.map((each) => each.text))).toContain('found it');
    expect(messages.map((message) => message.text).join()).toContain('And hurry!');
  });

  it('lets the user write instead of answering', async () => {
    await using team = await openTeam({ boss: [search('abc'), finish('as you say')] });
    const tools = { search: ai.tool({ inputSchema: ai.jsonSchema<{ word: string }>(wordSchema) }) };
    const model = team.mail()('team');
    const { providerMetadata } = await ai.generateText({ model, prompt: 'Search.', tools });
    const { taskId } = providerMetadata!.mail as { taskId: string };
    const result = ai.streamText({
      model: team.mail()('team', { taskId, resumeFrom: 'user_response' }),
      prompt: 'Never mind.',
      tools,
    });
    expect(await result.text).toBe('as you say');
    expect(await result.warnings).toMatchObject([{ type: 'other' }]);
    expect(await team.tasks()).toMatchObject([{ run: 1, status: 'complete' }]);
  });
});
