import { call, say, type ScriptedTurn, think } from '@posthouse/runtime/scripted';
import { describe, expect, it } from 'vitest';
import { type Door, httpDoors, inProcess } from './__fixtures__/doors.ts';
import { type Mode, modes, type Story, tell } from './__fixtures__/tell.ts';

async function storyThrough(door: Door, mode: Mode, turn: ScriptedTurn): Promise<Story> {
  await using opened = await door.open([turn]);
  return await tell(mode, opened.model);
}

/** The provider reads no reasoning from chat completions, so none can be told. */
const withoutReasoning = (door: Door) => door.name === 'openai chat';

const turns: Record<string, ScriptedTurn> = {
  text: { text: 'Hello, traveller.' },
  'text in single characters': { text: 'Hello, traveller.', chunkSize: 1 },
  silence: { text: '' },
  'no content at all': { content: [] },
  'reasoning, then text': { reasoning: 'A greeting is due.', text: 'Hello.' },
  'reasoning and text in turns': { content: [think('a'), say('One, '), think('b'), say('two.')] },
  'letters beyond ASCII and line breaks': { text: 'Grüße 👩‍👩‍👧 \u2028\r\n\t"quoted" \\ data: x\n\n', chunkSize: 3 },
  'a call': { toolCalls: [{ name: 'add', input: { a: 1, b: [2, null, 'x'] } }] },
  'a call without input': { toolCalls: [{ name: 'add' }] },
  'parallel calls': {
    content: [call('add', { a: 1 }), call('look_up', { b: 2 }), call('add', { a: 3 })],
    chunkSize: 2,
  },
  'a call with an id of its own': { toolCalls: [{ name: 'add', input: { a: 1 }, id: 'my-call' }] },
  'reasoning, text and a call': { reasoning: 'Hm.', text: 'Wait.', toolCalls: [{ name: 'add', input: { a: 1 } }] },
  'usage of its own': { text: 'x', usage: { input: 1000, cached: 400, output: 300, reasoning: 200 } },
  'the end of its length': { text: 'And so', finishReason: 'length' },
  'a filter': { text: '', finishReason: 'content-filter' },
  'a huge text': { hugeText: { bytes: 300_000 } },
  'hidden reasoning': { content: [{ type: 'reasoning', text: 'secret', redacted: true }, say('Hello.')] },
  pauses: { text: 'abc', chunkSize: 1, delayMs: 1, firstDelayMs: 2 },
};

describe.each(httpDoors)('a turn through $name', (door) => {
  describe.each(modes)('as a %s', (mode) => {
    it.each(Object.entries(turns))('a turn is the same as in process with %s', async (_name, turn) => {
      const expected = await storyThrough(inProcess, mode, turn);
      const story = await storyThrough(door, mode, turn);
      expect(story).toEqual(withoutReasoning(door) ? { ...expected, reasoning: '' } : expected);
    });

    it('gives the page of a citation as a source', async () => {
      const citations = [{ url: 'https://a.test/', title: 'A' }];
      const turn: ScriptedTurn = { content: [{ type: 'text', text: 'Hello.', citations }] };
      const story = await storyThrough(door, mode, turn);
      // The provider for compatible servers reads no annotations.
      const sources = door.name === 'openai-compatible' ? [] : ['https://a.test/'];
      expect(story).toEqual({ ...(await storyThrough(inProcess, mode, turn)), sources });
    });
  });

  it('gives malformed input as the model wrote it', async () => {
    const turn: ScriptedTurn = { toolCalls: [{ name: 'add', rawInput: '{"a": 1, "b"' }], chunkSize: 5 };
    const story = await storyThrough(door, 'stream', turn);
    expect(story).toEqual(await storyThrough(inProcess, 'stream', turn));
    expect(story.calls).toEqual([{ id: 'call_0_0', name: 'add', input: '{"a": 1, "b"' }]);
  });
});

describe('a turn that a dialect cannot express', () => {
  const malformed: ScriptedTurn = { toolCalls: [{ name: 'add', rawInput: '{"a":' }] };
  const searched: ScriptedTurn = { content: [{ type: 'web-search', query: 'post', results: [] }, say('Found.')] };
  const computed: ScriptedTurn = { content: [{ type: 'code-interpreter', code: '1' }, say('Done.')] };

  const noSearch = 'OpenAI Chat Completions has no form for a web-search part.';
  const noProgram = (dialect: string) => `${dialect} has no form for a code-interpreter part.`;
  const onlyStreamed = 'Anthropic Messages can send malformed tool input only in a stream.';

  it.each<[Door['name'], string, Mode, ScriptedTurn, string]>([
    ['anthropic', 'malformed input', 'whole', malformed, onlyStreamed],
    ['openai chat', 'a search', 'stream', searched, noSearch],
    ['openai chat', 'a search', 'whole', searched, noSearch],
    ['openai-compatible', 'a search', 'stream', searched, noSearch],
    ['openai-compatible', 'a search', 'whole', searched, noSearch],
    ['openai chat', 'a program', 'stream', computed, noProgram('OpenAI Chat Completions')],
    ['openai chat', 'a program', 'whole', computed, noProgram('OpenAI Chat Completions')],
    ['openai-compatible', 'a program', 'stream', computed, noProgram('OpenAI Chat Completions')],
    ['openai-compatible', 'a program', 'whole', computed, noProgram('OpenAI Chat Completions')],
    ['anthropic', 'a program', 'stream', computed, noProgram('Anthropic Messages')],
    ['anthropic', 'a program', 'whole', computed, noProgram('Anthropic Messages')],
  ])(
    'a turn that a dialect cannot express is refused with an error: through %s, %s, as a %s',
    async (name, _what, mode, turn, sentence) => {
      const opened = await httpDoors.find((door) => door.name === name)!.open([turn]);
      const { error } = await tell(mode, opened.model);
      expect(error).toMatchObject({ name: 'AI_APICallError', statusCode: 400, isRetryable: false });
      await expect(opened[Symbol.asyncDispose]()).rejects.toThrow(sentence);
    },
  );

  it.each(modes)('the finish reason changes if OpenAI Responses stops although it calls, as a %s', async (mode) => {
    const turn: ScriptedTurn = { toolCalls: [{ name: 'add' }], finishReason: 'stop' };
    for (const door of httpDoors) {
      const { finishReason } = await storyThrough(door, mode, turn);
      expect(finishReason).toBe(door.name === 'openai responses' ? 'tool-calls' : 'stop');
    }
  });
});
