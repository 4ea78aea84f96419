import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { type ScriptedTurn, startScriptedLLM } from '@posthouse/testkit';
import { isStepCount, jsonSchema, type LanguageModel, streamText, tool } from 'ai';
import { styleText } from 'node:util';

// What the model will answer, whoever asks: first it thinks and calls a tool, then it uses the result.
const conversation: ScriptedTurn[] = [
  {
    reasoning: 'The stages have to be added up. I have a tool for that.',
    toolCalls: [{ name: 'add', input: { miles: [18, 24, 15] } }],
    expect: { tools: ['add'], lastUserText: /how far/i },
    delayMs: 20,
  },
  {
    text: 'The three stages make 57 miles, so the letter needs two days and three fresh horses.',
    expect: { toolResults: ['57'] },
    delayMs: 20,
  },
];

// A real tool: the model is scripted, what it calls is not.
const add = tool({
  description: 'Adds up the miles of several stages.',
  inputSchema: jsonSchema<{ miles: number[] }>({
    type: 'object',
    properties: { miles: { type: 'array', items: { type: 'number' } } },
    required: ['miles'],
  }),
  execute: ({ miles }) => miles.reduce((sum, each) => sum + each, 0),
});

// Both providers talk to this one server; it plays the conversation twice, then refuses anything more.
await using llm = await startScriptedLLM({ script: [...conversation, ...conversation] });
const openai = createOpenAI({ baseURL: `${llm.url}/v1`, apiKey: 'not needed' });
const anthropic = createAnthropic({ baseURL: `${llm.url}/v1`, apiKey: 'not needed' });

await ask('OpenAI Responses', openai('gpt-5'));
await ask('Anthropic Messages', anthropic('claude-sonnet-4-5'));
llm.assertClean();

console.log(
  `\nShown: ${llm.requests.length} requests over two real wire formats, reasoning, a tool call and text, with no network.`,
);
console.log(
  'Next: docs/testing.md shows how to test your own agent this way, errors and dropped connections included.',
);

async function ask(name: string, model: LanguageModel): Promise<void> {
  console.log(styleText('bold', `\n${name} at ${llm.url}`));
  const result = streamText({
    model,
    tools: { add },
    stopWhen: isStepCount(3),
    prompt: 'How far is it from Calais to Paris by these stages: 18, 24 and 15 miles?',
  });
  let open = '';
  const label = (part: string): void => {
    if (part !== open) process.stdout.write(`${open === '' ? '' : '\n'}${styleText('dim', part.padEnd(10))}`);
    open = part;
  };
  for await (const part of result.stream) {
    if (part.type === 'reasoning-delta' && part.text !== '') {
      label('reasoning');
      process.stdout.write(styleText('italic', part.text));
    } else if (part.type === 'tool-call') {
      label('call');
      process.stdout.write(styleText('yellow', `${part.toolName}(${JSON.stringify(part.input)})`));
    } else if (part.type === 'tool-result') {
      label('result');
      process.stdout.write(styleText('green', String(part.output)));
    } else if (part.type === 'text-delta') {
      label('text');
      process.stdout.write(styleText('cyan', part.text));
    } else if (part.type === 'error') throw part.error;
  }
  console.log();
}
