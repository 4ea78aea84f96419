import type { AgentSettings } from '@posthouse/chat';
import { defined, type JSONObject } from '@posthouse/protocol';
import { z } from 'zod';
import { type SettingKind, texts } from './setting-kinds.ts';

const agentTable = z.strictObject({
  model: z.string().min(1).optional(),
  base_url: z.url().optional(),
  /** Names of variables, which the agent's process is given as they are here. Their values are secrets. */
  env: z.array(z.string().regex(/^\w+$/)).optional(),
  idle_seconds: z.number().positive().optional(),
  silence_seconds: z.number().positive().optional(),
  /** What only this agent understands. */
  options: z.record(z.string(), z.unknown()).optional(),
});

const tables = z.record(z.string().regex(/^[a-z][a-z0-9-]*$/), agentTable);

export type AgentTables = z.infer<typeof tables>;

/** Agents and their settings, as a configuration file has them; in the environment only their names. */
export const agentTables: SettingKind<AgentTables> = {
  expected: 'a table for each agent, with model, base_url, env, idle_seconds, silence_seconds or options',
  read: (value) => tables.safeParse(value).data,
  fromText: (value) => Object.fromEntries((texts.fromText(value) as string[]).map((name) => [name, {}])),
};

/** What the tables mean for the agents' processes, in these surroundings. */
export function toAgentSettings(
  given: AgentTables,
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, AgentSettings> {
  return Object.fromEntries(
    Object.entries(given).map(([name, { model, base_url, env, idle_seconds, silence_seconds, options }]) => [
      name,
      {
        ...defined({ model, baseURL: base_url, env: env && pick(environment, env), options: options as JSONObject }),
        ...(idle_seconds === undefined ? {} : { idleMs: idle_seconds * 1000 }),
        ...(silence_seconds === undefined ? {} : { silenceMs: silence_seconds * 1000 }),
      },
    ]),
  );
}

function pick(environment: Readonly<Record<string, string | undefined>>, names: readonly string[]) {
  return Object.fromEntries(
    names.flatMap((name) => (environment[name] === undefined ? [] : [[name, environment[name]]])),
  ) as Record<string, string>;
}
