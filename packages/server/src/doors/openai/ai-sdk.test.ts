import { generateText, isStepCount, jsonSchema, type ModelMessage, Output, streamText, tool } from 'ai';
import { describe, expect, test } from 'vitest';
import { Stage } from '../../__fixtures__/stage.ts';
import { writers } from '../../__fixtures__/writers.ts';
import { gather } from '../__fixtures__/door-stage.ts';
import { openAIModels } from '../__fixtures__/openai-models.ts';
import { complete, lookouts, team, thinkers } from '../__fixtures__/teams.ts';

const FOX = 'The quick brown fox jumps over the lazy dog, again and again.';

async function modelsFor(stage: Stage, swarm: string) {
  return openAIModels((await stage.listen()).url, 'alice', swarm);
}

const look = tool({
  description: 'Looks out of a window.',
  inputSchema: jsonSchema<{ window: string }>({ type: 'object', properties: { window: { type: 'string' } } }),
  execute: ({ window }) => `${window} wind`,
});

/** The models of OpenAI's provider, pointed at us. */
describe.each(['responses', 'chat'] as const)('the AI SDK with OpenAI’s %s model', (kind) => {
  test('generates text, with the usage of all agents', async () => {
    await using stage = await Stage.open({ swarms: [thinkers()] });
    const { [kind]: model } = await modelsFor(stage, 'team');
    const result = await generateText({ model, prompt: 'What is 17 + 4?', maxRetries: 0 });
    expect(result.text).toBe('It is 21.');
    expect(result.usage).toMatchObject({ inputTokens: 207, outputTokens: 23, totalTokens: 230 });
    expect(result.finishReason).toBe('stop');
  });

  test('streams text', async () => {
    const script = () => complete(FOX, { chunkSize: 5, delayMs: 10 });
    await using stage = await Stage.open({ swarms: [writers(script)] });
    const { [kind]: model } = await modelsFor(stage, 'writers');
    const result = streamText({ model, prompt: 'go', maxRetries: 0 });
    expect((await gather(result.textStream)).join('')).toBe(FOX);
    expect(await result.finishReason).toBe('stop');
  });

  test.each(['generate', 'stream'])('runs tools in several steps of one task: %s', async (how) => {
    await using stage = await Stage.open({ swarms: [lookouts(['north', 'south'])] });
    const { [kind]: model } = await modelsFor(stage, 'team');
    const ask = { model, prompt: 'Weather?', tools: { look_out: look }, stopWhen: isStepCount(5), maxRetries: 0 };
    const result = how === 'generate' ? await generateText(ask) : streamText(ask);
    expect(await result.text).toBe('Seen: north wind and south wind.');
    const steps = await result.steps;
    expect(steps.map(({ finishReason }) => finishReason)).toEqual(['tool-calls', 'stop']);
    expect(steps[0]!.toolCalls.map(({ input }) => input)).toEqual([{ window: 'north' }, { window: 'south' }]);
    expect(Object.keys((await stage.call('/tasks')).body)).toHaveLength(1);
  });

  test('returns structured output', async () => {
    await using stage = await Stage.open({ swarms: [team({ lead: [complete('21'), complete('{"sum":21}')] })] });
    const { [kind]: model } = await modelsFor(stage, 'team');
    const schema = jsonSchema<{ sum: number }>({
      type: 'object',
      properties: { sum: { type: 'number' } },
      required: ['sum'],
      additionalProperties: false,
    });
    const result = await generateText({ model, prompt: '17 + 4', output: Output.object({ schema }), maxRetries: 0 });
    expect(result.output).toEqual({ sum: 21 });
  });

  test('continues a conversation', async () => {
    const lead = ({ messages }: { messages: readonly { text: string }[] }) =>
      complete(messages.some(({ text }) => text.includes('I am Ada')) ? 'You are Ada.' : 'Who are you?');
    await using stage = await Stage.open({ swarms: [team({ lead })] });
    const { [kind]: model } = await modelsFor(stage, 'team');
    const messages: ModelMessage[] = [{ role: 'user', content: 'I am Ada.' }];
    const first = await generateText({ model, messages, maxRetries: 0 });
    messages.push(...first.response.messages, { role: 'user', content: 'Who am I?' });
    expect((await generateText({ model, messages, maxRetries: 0 })).text).toBe('You are Ada.');
    // Responses carry the ids of what they repeat, so the task goes on; a chat tells a new one everything.
    expect(Object.keys((await stage.call('/tasks')).body)).toHaveLength(kind === 'responses' ? 1 : 2);
  });

  test('reports failures', async () => {
    await using stage = await Stage.open();
    const { [kind]: model } = await modelsFor(stage, 'desk');
    await expect(generateText({ model, prompt: 'fail', maxRetries: 0 })).rejects.toThrow(/told to fail/);
    const errors: unknown[] = [];
    const result = streamText({
      model,
      prompt: 'fail',
      maxRetries: 0,
      onError: ({ error }) => void errors.push(error),
    });
    await result.consumeStream();
    expect(JSON.stringify(errors.map((error) => (error instanceof Error ? error.message : error)))).toContain(
      'told to fail',
    );
    const { [kind]: unknown } = await modelsFor(stage, 'attic');
    await expect(generateText({ model: unknown, prompt: 'x', maxRetries: 0 })).rejects.toMatchObject({
      statusCode: 404,
    });
  });
});

test('the reasoning of agents is returned as reasoning', async () => {
  await using stage = await Stage.open({ swarms: [thinkers()] });
  const { responses: model } = await modelsFor(stage, 'team');
  const openai = { reasoningSummary: 'auto', forceReasoning: true };
  const result = await generateText({ model, prompt: 'x', maxRetries: 0, providerOptions: { openai } });
  expect(result.reasoningText).toContain('**lead**\n\nI had better ask.');
  expect(result.reasoningText).toContain('**helper**\n\nEasy.');
});
