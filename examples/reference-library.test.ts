import { readFile } from 'node:fs/promises';
import { loadSwarmsFile } from '@posthouse/runtime';
import { describe, expect, test } from 'vitest';
import { referenceLibrary } from './reference-library.ts';
import { swarmScripts } from './swarm-scripts.ts';

const file = new URL('swarms.json', import.meta.url).pathname;

describe('swarms.json', () => {
  test('loads with the library, without a warning', async () => {
    const warnings: unknown[] = [];
    const swarms = await loadSwarmsFile(file, {
      library: referenceLibrary,
      onWarning: (warning) => warnings.push(warning),
    });
    expect(swarms.map(({ name, entrypoint }) => [name, entrypoint])).toEqual([
      ['example', 'supervisor'],
      ['example-no-proxy', 'supervisor'],
      ['swarm-alpha', 'supervisor'],
      ['swarm-beta', 'supervisor'],
      ['support', 'coordinator'],
      ['data-analysis', 'analyst'],
      ['research', 'researcher'],
    ]);
    expect(warnings).toEqual([]);
  });

  test('uses every action of the library', async () => {
    const swarms = await loadSwarmsFile(file, { library: referenceLibrary });
    const used = new Set(swarms.flatMap(({ agents }) => agents.flatMap(({ actions }) => actions)));
    expect(used).toEqual(new Set(Object.values(referenceLibrary.actions)));
  });

  test('Q22: every entrypoint may complete tasks, and no specialist may', async () => {
    for (const { agents, entrypoint } of await loadSwarmsFile(file, { library: referenceLibrary })) {
      for (const agent of agents) expect(agent.canCompleteTasks).toBe(agent.name === entrypoint);
    }
  });

  test('has a script for every agent', async () => {
    const scripts: Record<string, object> = swarmScripts;
    for (const { name, agents } of await loadSwarmsFile(file, { library: referenceLibrary })) {
      expect(Object.keys(scripts[name] ?? {}).toSorted()).toEqual(agents.map((agent) => agent.name).toSorted());
    }
  });
});

describe('prompts of the swarms', () => {
  const entries = Object.entries(referenceLibrary.prompts);
  const leads = ['supervisor', 'coordinator', 'data-analysis/analyst', 'researcher'];

  test.each(entries)('%s says how to answer', (name, prompt) => {
    const isLead = leads.some((lead) => name.includes(`/${lead}:`) || name.includes(`examples/${lead}:`));
    const wanted = isLead ? ['send_request', 'task_complete'] : ['send_response'];
    for (const word of wanted) expect(prompt).toContain(word);
    expect(prompt.includes('task_complete')).toBe(isLead);
  });

  test('name every action of their agent', async () => {
    for (const { agents } of await loadSwarmsFile(file, { library: referenceLibrary })) {
      for (const { system, actions } of agents) for (const { name } of actions) expect(system).toContain(name);
    }
  });

  test('mention other swarms only for the supervisor between swarms', () => {
    expect(referenceLibrary.prompts['examples/supervisor:systemPrompt']).toContain('another swarm');
    expect(referenceLibrary.prompts['examples/supervisor:systemPromptWithoutInterswarm']).not.toContain(
      'another swarm',
    );
  });
});

// The reference's own file, where it is at hand.
const referenceFile = process.env.MAIL_REFERENCE_DATA && `${process.env.MAIL_REFERENCE_DATA}/swarms.json`;

test.runIf(referenceFile)("the reference's file loads unchanged with the same meaning", async () => {
  const [ours, theirs] = await Promise.all(
    [file, String(referenceFile)].map((path) => loadSwarmsFile(path, { library: referenceLibrary })),
  );
  const outline = (swarms: typeof ours) =>
    swarms?.map(({ name, entrypoint, enableInterswarm, agents }) => ({
      name,
      entrypoint,
      enableInterswarm,
      agents: agents.map((agent) => ({
        name: agent.name,
        model: agent.model,
        system: agent.system,
        commTargets: agent.commTargets,
        actions: agent.actions.map((action) => action.name),
        canCompleteTasks: agent.canCompleteTasks,
        enableInterswarm: agent.enableInterswarm,
        useProxy: agent.useProxy,
        toolFormat: agent.toolFormat,
      })),
    }));
  expect(outline(ours)).toEqual(outline(theirs));
  expect((await readFile(String(referenceFile), 'utf8')).length).toBeGreaterThan(0);
});
