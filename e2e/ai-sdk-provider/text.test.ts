import type { MAILAgentEvent, MAILProviderMetadata } from '@posthouse/ai-sdk-provider';
import { agent as makeAgent, swarm } from '@posthouse/runtime';
import { scripted } from '@posthouse/runtime/scripted';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aiVersions } from '../../packages/ai-sdk-provider/src/__fixtures__/ai-versions.ts';
import { findDisorder, partsIn } from './__fixtures__/check-parts.ts';
import { ask, askHuman, echo, finish, openTeam } from './__fixtures__/team-host.ts';

const answer = 'There are seven of them, I am told; “seven” — no more.';
const cast = () => ({
  boss: [
    ask('clerk', 'How many?', { reasoning: 'I should ask.', usage: { input: 10, output: 3 } }),
    finish(answer, { reasoning: 'Now I know.', chunkSize: 12, delayMs: 8, usage: { input: 20, output: 4, cached: 5 } }),
  ],
  clerk: [
    { toolCalls: [{ name: 'echo', input: { word: 'seven' } }], text: 'Let me see.', usage: { input: 5, output: 1 } },
    ask('boss', 'Seven.', { usage: { input: 6, output: 2 } }),
  ],
  actions: [echo],
});

beforeAll(() => void (globalThis.AI_SDK_LOG_WARNINGS = false));
afterAll(() => void delete globalThis.AI_SDK_LOG_WARNINGS);

describe.each(aiVersions)('the provider with %s', (_, ai) => {
  it('streams the answer while it is written', async () => {
    // Some of the answer, and never its end: whatever is read here was sent before the model was done.
    const [asks, answers] = cast().boss;
    await using team = await openTeam({
      ...cast(),
      boss: [asks!, { ...answers!, fault: { kind: 'stall', afterChunks: 6 } }],
    });
    const stop = new AbortController();
    const result = ai.streamText({ model: team.mail()('team'), prompt: 'How many?', abortSignal: stop.signal });
    const { value: first } = await result.textStream[Symbol.asyncIterator]().next();
    expect([first?.length, answer.slice(0, first?.length)]).toEqual([expect.any(Number), first]);
    stop.abort();
  });

  it('streams the whole answer and nothing else as text', async () => {
    await using team = await openTeam(cast());
    const result = ai.streamText({ model: team.mail()('team'), prompt: 'How many?' });
    const pieces: string[] = [];
    for await (const piece of result.textStream) pieces.push(piece);
    expect(pieces.join('')).toBe(answer);
    expect(await result.finishReason).toBe('stop');
  });

  it('shows the reasoning and calls of every agent', async () => {
    await using team = await openTeam(cast());
    const result = ai.streamText({ model: team.mail()('team'), prompt: 'How many?' });
    await result.consumeStream();
    const content = await result.content;
    const agentOf = (part: { providerMetadata?: unknown }) =>
      (part.providerMetadata as { mail: { agent: string } } | undefined)?.mail.agent;
    const thoughts = content.flatMap((part) => (part.type === 'reasoning' ? [`${agentOf(part)}: ${part.text}`] : []));
    expect(thoughts).toEqual(['boss: I should ask.', 'clerk: Let me see.', 'boss: Now I know.']);
    const calls = content.flatMap((part) =>
      part.type === 'tool-call' ? [[part.toolName, part.providerExecuted, part.dynamic, part.invalid]] : [],
    );
    expect(calls).toEqual([
      ['send_request', true, true, undefined],
      ['echo', true, true, undefined],
      ['send_response', true, true, undefined],
    ]);
    const results = content.flatMap((part) => (part.type === 'tool-result' ? [part.output] : []));
    expect(results).toEqual(['message sent', { word: 'seven' }, 'message sent']);
    expect(await result.steps).toHaveLength(1);
  });

  it('counts the tokens of all agents', async () => {
    await using team = await openTeam(cast());
    const { usage, providerMetadata } = await ai.generateText({ model: team.mail()('team'), prompt: 'How many?' });
    expect(usage).toMatchObject({ inputTokens: 41, outputTokens: 10, totalTokens: 51 });
    const metadata = providerMetadata?.mail as unknown as MAILProviderMetadata;
    expect(metadata).toMatchObject({
      taskStatus: 'completed',
      currentAgent: 'boss',
      resumeToken: 'user_response',
      usage: {
        boss: { inputTokens: 30, outputTokens: 7, cacheReadTokens: 5 },
        clerk: { inputTokens: 11, outputTokens: 3 },
      },
    });
    expect(await team.tasks()).toMatchObject([{ taskId: metadata.taskId, status: 'complete' }]);
    expect(metadata.agentTrace.some(({ agent, event }) => agent === 'clerk' && event === 'action_complete')).toBe(true);
  });

  it('returns the same with generateText as with streamText', async () => {
    const shape = (content: readonly { type: string; text?: string; toolName?: string }[]) =>
      content.map(({ type, text, toolName }) => [type, text ?? toolName]);
    await using one = await openTeam(cast());
    const streamed = ai.streamText({ model: one.mail()('team'), prompt: 'How many?' });
    await streamed.consumeStream();
    await using other = await openTeam(cast());
    const generated = await ai.generateText({ model: other.mail()('team'), prompt: 'How many?' });
    expect(generated.text).toBe(answer);
    // Who is heard first of two that speak at once is a matter of chance; what is said is not.
    expect(shape(generated.content).toSorted()).toEqual(shape(await streamed.content).toSorted());
    expect(generated.finishReason).toBe(await streamed.finishReason);
  });

  it.each([
    [true, 'text' as const],
    ['reasoning' as const, 'reasoning' as const],
  ])('shows what agents write to each other with includeAgentChatter: %j', async (includeAgentChatter, type) => {
    await using team = await openTeam(cast());
    const { content, text } = await ai.generateText({
      model: team.mail({ includeAgentChatter })('team'),
      prompt: 'How many?',
    });
    const said = content.flatMap((part) => ('text' in part && part.text.startsWith('[') ? [part] : []));
    expect(said.map((part) => part.text)).toEqual(['[boss]: How many?\n', '[clerk]: Seven.\n']);
    // What is said while the answer is already being written does not interrupt it.
    expect(said[0]!.type).toBe(type);
    const inText = said.filter((part) => part.type === 'text').map((part) => part.text);
    expect(text).toBe(`${inText.join('')}${answer}`);
  });

  it('reports every event, to a listener and as raw parts', async () => {
    await using team = await openTeam(cast());
    const heard: MAILAgentEvent[] = [];
    const result = ai.streamText({
      model: team.mail({ onEvent: (event) => heard.push(event) })('team', { includeEvents: true }),
      prompt: 'How many?',
      includeRawChunks: true,
    });
    const raw: unknown[] = [];
    for await (const part of result.fullStream) if (part.type === 'raw') raw.push(part.rawValue);
    expect(raw).toEqual(heard);
    const durable = heard.filter((event) => event.event !== 'token');
    expect(new Set(durable.map((event) => event.event))).toEqual(
      new Set([
        'run_started',
        'new_message',
        'text_started',
        'text_ended',
        'tool_call',
        'usage',
        'action_complete',
        'task_complete',
      ]),
    );
    const metadata = (await result.providerMetadata)?.mail as unknown as MAILProviderMetadata;
    expect(metadata.events).toEqual(durable);
  });

  it('warns of unsupported settings', async () => {
    await using team = await openTeam({ boss: [finish('ok')] });
    const model = team.mail()('team', { entrypoint: 5 as never });
    const providerOptions = { mail: { entrypiont: 'clerk' } };
    const { text, warnings } = await ai.generateText({ model, prompt: 'go', temperature: 0.5, providerOptions });
    expect(text).toBe('ok');
    expect(warnings).toMatchObject([
      { type: 'unsupported', feature: 'temperature' },
      { feature: 'settings.entrypoint', details: 'Not used: it must be a string.' },
      { feature: 'providerOptions.mail.entrypiont', details: 'Not used. Did you mean entrypoint?' },
    ]);
  });

  it('gives the answer an id and a model', async () => {
    await using team = await openTeam({ boss: [finish('ok')] });
    const { response } = await ai.generateText({ model: team.mail()('default'), prompt: 'go' });
    expect(response.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(response.modelId).toBe('default');
    expect(Math.abs(response.timestamp.getTime() - Date.now())).toBeLessThan(60_000);
  });

  it('shows no tools when they are switched off', async () => {
    await using team = await openTeam(cast());
    const tools = { search: ai.tool({ inputSchema: ai.jsonSchema<object>({ type: 'object' }) }) };
    const result = ai.streamText({ model: team.mail()('team'), prompt: 'How many?', tools, toolChoice: 'none' });
    const types = new Set<string>();
    for await (const part of result.fullStream) types.add(part.type);
    expect([...types].filter((type) => /tool|error/.test(type))).toEqual([]);
    expect(await result.text).toBe(answer);
    expect(await result.finishReason).toBe('stop');
    expect(team.boss.requests[0]!.tools.map((tool) => tool.name)).not.toContain('search');
  });
});

describe('the parts of a stream', () => {
  const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'go' }] }];
  const calling = (name: string, input: object) => ({ toolCalls: [{ name, input }] });

  it.each([
    ['that comes to an answer', cast()],
    ['whose action fails', { boss: [calling('echo', { word: 'boom' }), finish('ok')], actions: [echo] }],
    ['whose model fails', { boss: [{ ...finish('half'), fault: { kind: 'error-event' as const, afterChunks: 2 } }] }],
    [
      'that waits for somebody',
      { boss: [calling('ask_human', { q: 'May I?' })], actions: [askHuman], breakpointTools: ['ask_human'] },
    ],
  ])('parts come in the order that the AI SDK requires for a run %s', async (_, players) => {
    await using team = await openTeam(players);
    const posted: string[] = [];
    const fetched: typeof fetch = (url, init) => (posted.push(init!.body as string), fetch(url, init));
    const model = team.mail({ includeAgentChatter: true, fetch: fetched })('team');
    const { stream, request, response } = await model.doStream({ prompt });
    expect(findDisorder(await partsIn(stream))).toEqual([]);
    expect(posted.map((body) => JSON.parse(body) as unknown)).toEqual([request!.body]);
    expect(response!.headers).toMatchObject({ 'content-type': expect.stringContaining('text/event-stream') });
  });

  it('parts are read only as fast as they are consumed', async () => {
    const calls = Array.from({ length: 200 }, (_, index) => ({ name: 'echo', input: { word: `${index}` } }));
    await using team = await openTeam({ boss: [{ toolCalls: calls }, finish('done')], actions: [echo] });
    const heard: string[] = [];
    const { stream } = await team
      .mail({ onEvent: ({ event }) => heard.push(event) })('team')
      .doStream({ prompt });
    await expect.poll(() => team.tasks(), { timeout: 30_000 }).toMatchObject([{ status: 'complete' }]);
    expect(heard.length).toBeLessThan(5);
    await stream.cancel();
  });

  it.each(['__proto__', 'constructor'])('parts count the tokens of an agent called %s', async (name) => {
    const model = scripted([finish('ok', { usage: { input: 10, output: 1 } })]);
    const only = makeAgent({ name, model, commTargets: [], enableEntrypoint: true, canCompleteTasks: true });
    const others = [swarm({ name: 'namesakes', version: '1.0.0', entrypoint: name, agents: [only] })];
    await using team = await openTeam({ boss: [], others });
    const { usage, providerMetadata } = await team.mail()('namesakes').doGenerate({ prompt });
    expect(usage).toMatchObject({ inputTokens: { total: 10 }, outputTokens: { total: 1 } });
    const { usage: byAgent } = providerMetadata!.mail as unknown as MAILProviderMetadata;
    expect(Object.entries(byAgent)).toEqual([[name, { inputTokens: 10, outputTokens: 1 }]]);
  });
});
