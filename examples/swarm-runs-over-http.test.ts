import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { type Agent, loadSwarmsFile, SwarmInstance } from '@posthouse/runtime';
import { openStore } from '@posthouse/store';
import { startScriptedLLM } from '@posthouse/testkit';
import { describe, expect, test } from 'vitest';
import { swarmScripts, toSharedScript } from './swarm-scripts.ts';

type Model = Agent['model'];

/** The wire formats of the providers, each with its real client. */
const WIRES: [name: string, toModel: (url: string) => Model][] = [
  ['OpenAI Chat Completions', (url) => createOpenAI({ baseURL: `${url}/v1`, apiKey: 'none' }).chat('gpt-5')],
  ['OpenAI Responses', (url) => createOpenAI({ baseURL: `${url}/v1`, apiKey: 'none' }).responses('gpt-5')],
  ['Anthropic Messages', (url) => createAnthropic({ baseURL: `${url}/v1`, apiKey: 'none' })('claude-opus-4-5')],
];

const definitions = await loadSwarmsFile(new URL('swarms.json', import.meta.url).pathname);

async function runOverHTTP(name: keyof typeof swarmScripts, toModel: (url: string) => Model, body: string) {
  const definition = definitions.find((each) => each.name === name)!;
  await using llm = await startScriptedLLM({ script: toSharedScript(definition, swarmScripts[name]) });
  const agents = definition.agents.map((agent) => ({ ...agent, model: toModel(llm.url), useProxy: false }));
  await using store = await openStore('sqlite::memory:');
  await using instance = await SwarmInstance.open({ ...definition, agents: agents as Agent[] }, { store });
  let last: unknown;
  for await (const entry of instance.stream({ body })) last = entry;
  llm.assertClean();
  return { last, requests: llm.requests.length };
}

describe.each(WIRES)('example swarms over %s', (_name, toModel) => {
  test.each([
    ['example', 'What is the weather in Oslo, and what is 6 * 7?', /Oslo on .*\n6 \* 7 = 42/],
    ['swarm-beta', 'What do you recommend, and what are the risks?', /Recommendation: [\s\S]*Risks: /],
    ['support', 'I am furious, ticket T-9: how do I get a refund?', /within 14 days[\s\S]*ESC-[0-9A-F]{8}/],
    ['data-analysis', 'name,height\nAda,170\nBob,180\nCid,190', /\| height \| mean 180, /],
    ['research', 'What is known about Python?', /Guido van Rossum[\s\S]*How sure this is:/],
  ] as const)('%s runs as in process', async (swarm, body, expected) => {
    const { last, requests } = await runOverHTTP(swarm, toModel, body);
    expect(last).toMatchObject({ type: 'run-ended', outcome: 'complete', text: expect.stringMatching(expected) });
    expect(requests).toBeGreaterThan(3);
  });
});

test('a prompt of no agent is an unexpected request', () => {
  const script = toSharedScript(definitions[0]!, swarmScripts.example);
  if (typeof script !== 'function') throw new Error('a function is expected');
  expect(() => script({ system: 'You are a stranger.' } as Parameters<typeof script>[0])).toThrow(
    'No agent of the swarm',
  );
});
