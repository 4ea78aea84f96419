import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { conformanceSwarm } from './conformance-swarm.ts';
import { LANGUAGES, toActionsFile, toSwarmsJSON } from './to-swarms-json.ts';

type FileSwarm = {
  name: string;
  entrypoint: string;
  agents: { name: string; comm_targets: string[]; actions: string[]; agent_params: { system: string } }[];
  actions: { name: string; function: string; parameters: unknown }[];
  breakpoint_tools: string[];
};

const read = (language: (typeof LANGUAGES)[number]): FileSwarm =>
  (JSON.parse(toSwarmsJSON(language)) as FileSwarm[])[0]!;

describe('the conformance swarm', () => {
  it('the conformance swarm is the same in a file as in TypeScript', () => {
    const { name, entrypoint, agents, breakpointTools } = conformanceSwarm();
    const file = read('typescript');
    expect(file).toMatchObject({ name, entrypoint, breakpoint_tools: breakpointTools });
    expect(
      file.agents.map((agent) => [agent.name, agent.comm_targets, agent.agent_params.system, agent.actions]),
    ).toEqual(
      agents.map((agent) => [agent.name, agent.commTargets, agent.system, agent.actions.map((action) => action.name)]),
    );
    const actions = agents.flatMap((agent) => agent.actions);
    expect(new Map(file.actions.map((action) => [action.name, action.parameters]))).toEqual(
      new Map(actions.map((action) => [action.name, action.parameters])),
    );
  });

  it('names actions in the language of the server', () => {
    expect(read('typescript').actions[0]!.function).toBe('module::./conformance-actions.mjs:get_weather');
    expect(read('python').actions[0]!.function).toBe('python::conformance_actions:get_weather');
  });

  it.each(LANGUAGES)('comes with every action in %s', (language) => {
    for (const { name } of read(language).actions) expect(toActionsFile(language)).toContain(`${name}(`);
  });

  it('the actions in the file work', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'actions-'));
    try {
      const file = join(folder, 'conformance-actions.mjs');
      await writeFile(file, toActionsFile('typescript'));
      const written = (await import(pathToFileURL(file).href)) as Record<string, (input: unknown) => string>;
      const own = new Map(
        conformanceSwarm().agents.flatMap(({ actions }) => actions.map((action) => [action.name, action])),
      );
      for (const run of [written.get_weather!, own.get('get_weather')!.execute]) {
        expect(run({ city: 'Oslo' })).toBe('sunny in Oslo');
        expect(() => run({ city: 'BOOM' })).toThrow('kaboom');
      }
      expect(written.ask_human!({})).toBe('nobody should run this');
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
