import type { LogEntry } from '@posthouse/protocol';
import { loadSwarmsFile, SwarmInstance, type SwarmDefinition } from '@posthouse/runtime';
import { type Script, scripted } from '@posthouse/runtime/scripted';
import type { Forecast, SampleData } from '@posthouse/runtime/reference-library';
import { openStore } from '@posthouse/store';
import { describe, expect, test } from 'vitest';
import { resultOf } from './__fixtures__/result-of.ts';
import { swarmScripts } from './swarm-scripts.ts';

const definitions = await loadSwarmsFile(new URL('swarms.json', import.meta.url).pathname);

/** A swarm of the file at work, its models played by scripts. */
async function open(name: keyof typeof swarmScripts) {
  const definition = definitions.find((each) => each.name === name);
  if (definition === undefined) throw new Error(`no swarm ${name}`);
  const models = toModels(definition, swarmScripts[name]);
  const store = await openStore('sqlite::memory:');
  const errors: unknown[] = [];
  const instance = await SwarmInstance.open(
    { ...definition, agents: definition.agents.map((agent) => ({ ...agent, model: models.get(agent.name)! })) },
    { store, userId: 'ada', onError: (error) => errors.push(error) },
  );
  const ask = async (body: string, taskId = 'task') => {
    const entries: LogEntry[] = [];
    for await (const entry of instance.stream({ body, taskId })) if ('seq' in entry) entries.push(entry);
    const end = entries.at(-1);
    return {
      text: end?.type === 'run-ended' ? end.text : undefined,
      outcome: end?.type === 'run-ended' ? end.outcome : undefined,
      calls: entries.flatMap((entry) => (entry.type === 'call' ? [`${entry.agent}: ${entry.tool}`] : [])),
      failed: entries.filter((entry) => entry.type === 'call-ended' && entry.result.status !== 'success'),
    };
  };
  return {
    ask,
    errors,
    [Symbol.asyncDispose]: async () => {
      await instance[Symbol.asyncDispose]();
      await store[Symbol.asyncDispose]();
      for (const model of models.values()) model.assertClean();
    },
  };
}

function toModels({ agents }: SwarmDefinition, scripts: Readonly<Record<string, Script>>) {
  return new Map(agents.map(({ name }) => [name, scripted(scripts[name]!)]));
}

describe('the example swarm', () => {
  test('asks the weather and math agents, and combines the answers', async () => {
    await using swarm = await open('example-no-proxy');
    const run = await swarm.ask('What is the weather in Oslo and Lima tomorrow, and what is (3 + 4) * 12?');
    const [oslo, lima] = ['Oslo', 'Lima'].map((location) =>
      resultOf<Forecast>('get_weather_forecast', { location, days_ahead: 1, metric: true }),
    );
    expect(run.outcome).toBe('complete');
    expect(run.text).toContain(`Oslo on ${oslo!.date}: ${oslo!.condition}, ${oslo!.temperature} °C.`);
    expect(run.text).toContain(`Lima on ${lima!.date}: ${lima!.condition}`);
    expect(run.text).toContain('(3 + 4) * 12 = 84');
    expect(run.calls.filter((call) => call === 'weather: get_weather_forecast')).toHaveLength(2);
    expect(run.calls).toContain('math: calculate_expression');
    expect(run.calls.at(-1)).toBe('supervisor: task_complete');
    expect(run.failed).toEqual([]);
    expect(swarm.errors).toEqual([]);
  });

  test('continues in the same task, and keeps tasks apart', async () => {
    await using swarm = await open('example');
    expect((await swarm.ask('What is 2 + 2?')).text).toBe('2 + 2 = 4');
    expect((await swarm.ask('And what is 2 + 3?')).text).toBe('2 + 3 = 5');
    const runs = await Promise.all([1, 2, 3, 4, 5].map((n) => swarm.ask(`What is ${n} * ${n}?`, `task-${n}`)));
    expect(runs.map(({ text }) => text)).toEqual([1, 2, 3, 4, 5].map((n) => `${n} * ${n} = ${n * n}`));
  });

  test('reports what went wrong with a calculation, and what nobody can do', async () => {
    await using swarm = await open('example');
    expect((await swarm.ask('What is 1 / 0?', 'a')).text).toBe('1 / 0 = Error: division by zero');
    expect((await swarm.ask('Sing a song', 'b')).text).toBe(
      'Nobody here can help with that. I can ask: weather, math. We are scripted and know only a few kinds of questions; with a language model we know more.',
    );
  });
});

test('swarm-beta asks the consultant and the analyst', async () => {
  await using swarm = await open('swarm-beta');
  const run = await swarm.ask('What advice do you have on moving house, and what are the risks?');
  expect(run.outcome).toBe('complete');
  expect(run.text).toContain('Recommendation: begin with a small trial');
  expect(run.text).toContain('Risks: effort grows');
});

describe('the support swarm', () => {
  test('answers, classifies and escalates an angry message', async () => {
    await using swarm = await open('support');
    const run = await swarm.ask('I am furious: charged twice, ticket T-77. How do I get a refund?');
    expect(run.outcome).toBe('complete');
    expect(run.text).toContain('within 14 days');
    expect(run.text).toContain('Category: billing');
    expect(run.text).toMatch(/Ticket T-77 was escalated to on-call support as ESC-[0-9A-F]{8}/);
    expect(run.calls).toContain('sentiment: create_escalation');
  });

  test('the support swarm does not escalate a friendly message', async () => {
    await using swarm = await open('support');
    const run = await swarm.ask('Thank you! How do I export my data?');
    expect(run.text).toContain('CSV or JSON');
    expect(run.calls).not.toContain('sentiment: create_escalation');
  });
});

describe('the data-analysis swarm', () => {
  test('goes from a sample to a report', async () => {
    await using swarm = await open('data-analysis');
    const run = await swarm.ask('Please analyse the users sample.');
    const { data } = resultOf<SampleData>('generate_sample_data', { dataset: 'users', rows: 30 });
    const ages = data.map(({ age }) => Number(age));
    expect(run.outcome).toBe('complete');
    expect(run.text).toContain('I looked at 30 rows.');
    expect(run.text).toContain(`min ${Math.min(...ages)}, max ${Math.max(...ages)}`);
    expect(run.failed).toEqual([]);
  });

  test('reads a table out of the question', async () => {
    await using swarm = await open('data-analysis');
    const run = await swarm.ask(
      'Please look at this:\n\nname,height,weight\nAda,170,60\nBob,180,80\nCid,190,100\n\nThanks',
    );
    expect(run.calls).toContain('processor: parse_csv');
    expect(run.text).toContain('| height | mean 180, std 8.165, min 170, max 190.');
    expect(run.text).toContain('| height and weight | correlation 1.');
  });
});

describe('the research swarm', () => {
  test('searches, verifies and summarizes', async () => {
    await using swarm = await open('research');
    const run = await swarm.ask('What is known about climate change?');
    expect(run.outcome).toBe('complete');
    expect(run.text).toContain('warmer than in the late nineteenth century');
    expect(run.text).toContain('Sources:\n1. Library, wikipedia shelf');
    expect(run.text).toMatch(/How sure this is:\n- .*confidence high \(0\.8\)/);
    for (const tool of ['verifier: verify_claim', 'verifier: rate_confidence', 'summarizer: create_bibliography']) {
      expect(run.calls).toContain(tool);
    }
  });

  test('admits what it does not know', async () => {
    await using swarm = await open('research');
    const run = await swarm.ask('What is known about gardening?');
    expect(run.text).toContain('I found nothing about that.');
  });
});
