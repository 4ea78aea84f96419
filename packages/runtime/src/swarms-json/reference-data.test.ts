import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { toSystemPrompt } from '../definitions/peer-descriptions.ts';
import type { SwarmProblem } from '../definitions/swarm-problem.ts';
import { loadSwarmsFile } from './load-swarms-file.ts';

const folder = process.env.MAIL_REFERENCE_DATA;

describe.runIf(folder !== undefined)("the reference's own swarms.json, unchanged", () => {
  const path = join(folder ?? '', 'swarms.json');

  async function load() {
    const warnings: SwarmProblem[] = [];
    const swarms = await loadSwarmsFile(path, { onWarning: (warning) => warnings.push(warning) });
    return { swarms, warnings };
  }

  test("the reference's own file has seven swarms, no problems and no warnings", async () => {
    const { swarms, warnings } = await load();
    expect(warnings).toEqual([]);
    expect(swarms.map(({ name, entrypoint }) => [name, entrypoint])).toEqual([
      ['example', 'supervisor'],
      ['example-no-proxy', 'supervisor'],
      ['swarm-alpha', 'supervisor'],
      ['swarm-beta', 'supervisor'],
      ['support', 'coordinator'],
      ['data-analysis', 'analyst'],
      ['research', 'researcher'],
    ]);
  });

  test('gives every agent its actions', async () => {
    const { swarms } = await load();
    const actions = swarms.map(({ agents }) => agents.flatMap((agent) => agent.actions.map(({ name }) => name)));
    expect(actions).toEqual([
      ['get_weather_forecast', 'calculate_expression'],
      ['get_weather_forecast', 'calculate_expression'],
      ['get_weather_forecast', 'calculate_expression'],
      [],
      ['search_faq', 'classify_ticket', 'analyze_sentiment', 'create_escalation'],
      ['generate_sample_data', 'parse_csv', 'calculate_statistics', 'run_correlation', 'format_report'],
      ['search_topic', 'extract_facts', 'verify_claim', 'rate_confidence', 'summarize_text', 'create_bibliography'],
    ]);
  });

  test('lets every entrypoint complete, whatever its factory (Q22)', async () => {
    const { swarms } = await load();
    for (const { agents, entrypoint } of swarms) {
      expect(agents.find(({ name }) => name === entrypoint)).toMatchObject({ canCompleteTasks: true });
    }
  });

  test('uses the proxy exactly where the reference does', async () => {
    const { swarms } = await load();
    expect(swarms.flatMap(({ agents }) => agents.map(({ useProxy }) => useProxy))).toEqual([
      ...Array.from({ length: 3 }, () => true),
      ...Array.from({ length: 21 }, () => false),
    ]);
  });

  test('fills in prompts', async () => {
    const { swarms } = await load();
    expect(toSystemPrompt(swarms[2]!, 'supervisor')).toMatch(/^You are .* of the swarm swarm-alpha\./);
    expect(toSystemPrompt(swarms[2]!, 'supervisor')).toContain(
      "- supervisor@swarm-beta: an agent of the swarm 'swarm-beta'.",
    );
  });

  test("the reference's own file is valid for editors too", async () => {
    const schema = JSON.parse(await readFile(new URL('../../swarms.schema.json', import.meta.url), 'utf8')) as object;
    const validate = new Ajv2020({ strict: false }).compile(schema);
    expect(validate(JSON.parse(await readFile(path, 'utf8')))).toBe(true);
  });
});
