import { loadSwarmsFile } from '@posthouse/runtime';
import { describe, expect, test } from 'vitest';
import { referenceLibrary } from '@posthouse/runtime/reference-library';
import { swarmScripts } from './swarm-scripts.ts';

const file = new URL('swarms.json', import.meta.url).pathname;

describe('swarms.json', () => {
  test('loads without any option and without a warning', async () => {
    const warnings: unknown[] = [];
    const swarms = await loadSwarmsFile(file, { onWarning: (warning) => warnings.push(warning) });
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
    const swarms = await loadSwarmsFile(file);
    const used = new Set(swarms.flatMap(({ agents }) => agents.flatMap(({ actions }) => actions)));
    expect(used).toEqual(new Set(Object.values(referenceLibrary.actions)));
  });

  test('Q22: every entrypoint may complete tasks, and no specialist may', async () => {
    for (const { agents, entrypoint } of await loadSwarmsFile(file)) {
      for (const agent of agents) expect(agent.canCompleteTasks).toBe(agent.name === entrypoint);
    }
  });

  test('gives every agent a prompt that names its actions', async () => {
    for (const { agents } of await loadSwarmsFile(file)) {
      for (const { system, actions } of agents) for (const { name } of actions) expect(system).toContain(name);
    }
  });

  test('there is a script for every agent of swarms.json', async () => {
    const scripts: Record<string, object> = swarmScripts;
    for (const { name, agents } of await loadSwarmsFile(file)) {
      expect(Object.keys(scripts[name] ?? {}).toSorted()).toEqual(agents.map((agent) => agent.name).toSorted());
    }
  });
});

// The reference's own file, where it is at hand.
const referenceFile = process.env.MAIL_REFERENCE_DATA && `${process.env.MAIL_REFERENCE_DATA}/swarms.json`;

test.runIf(referenceFile)("the reference's file loads unchanged with the same meaning", async () => {
  const [ours, theirs] = await Promise.all([file, String(referenceFile)].map((path) => loadSwarmsFile(path)));
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
});
