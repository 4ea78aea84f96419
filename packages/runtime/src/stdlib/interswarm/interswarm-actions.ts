import { parseJSON } from '@posthouse/protocol';
import { z } from 'zod';
import { action, type Action, type AnyAction } from '../../definitions/action.ts';
import { checkPolicy } from '../../outbound/check-policy.ts';
import { guardedFetch } from '../../outbound/guarded-fetch.ts';
import type { OutboundPolicy } from '../../outbound/outbound-policy.ts';
import { ExpectedFailure, orErrorText } from '../expected-failure.ts';

export type InterswarmActionsOptions = {
  /** Which servers may be asked; the public internet with limits by default. */
  readonly policy?: OutboundPolicy;
};

type URLInput = { url: string };

const parameters = z.object({
  url: z.string({ error: '`url` must be a string' }).max(8_192).describe('The base URL of a swarm server.'),
});

/** Of each answer only what the actions need: other servers may say more, and newer ones may say it differently. */
const rootSchema = z.object({
  name: z.literal('mail'),
  status: z.literal('running'),
  swarm: z.object({ name: z.string(), entrypoint: z.string() }),
});
const healthSchema = z.object({ status: z.string() });
const registrySchema = z.object({
  swarms: z.array(z.object({ swarm_name: z.string(), base_url: z.string() })).min(1),
});

/**
 * The actions `ping_swarm`, `get_swarm_health` and `get_swarm_registry`, which ask another swarm server about itself.
 *
 * @example
 * const actions = interswarmActions({ policy: { allowPrivateNetworks: true } });
 */
export function interswarmActions({ policy = {} }: InterswarmActionsOptions = {}): AnyAction[] {
  checkPolicy(policy);
  return [
    question('ping_swarm', 'Check that a swarm server is running.', async (url, signal) => {
      await ask(url, '/', rootSchema, { policy, signal });
      return 'pong';
    }),
    question('get_swarm_health', 'Get the health of a swarm server.', async (url, signal) => {
      const { status } = await ask(url, '/health', healthSchema, { policy, signal });
      return status;
    }),
    question('get_swarm_registry', 'List the swarms that a swarm server knows.', async (url, signal) => {
      const { swarms } = await ask(url, '/swarms', registrySchema, { policy, signal });
      return swarms.map((swarm) => `${swarm.swarm_name}@${swarm.base_url}`).join('\n');
    }),
  ];
}

function question(
  name: string,
  description: string,
  run: (url: string, signal: AbortSignal) => Promise<string>,
): Action<URLInput> {
  return action<URLInput>({
    name,
    description,
    parameters,
    idempotent: true,
    execute: async ({ url }, { signal }) => await orErrorText(signal, async () => await run(url, signal)),
  });
}

async function ask<Answer>(
  url: string,
  path: string,
  schema: z.ZodType<Answer>,
  options: { policy: OutboundPolicy; signal: AbortSignal },
): Promise<Answer> {
  const parsed = schema.safeParse(await getFromSwarm(url, path, options));
  if (!parsed.success) throw new ExpectedFailure('remote URL is not a valid MAIL swarm');
  return parsed.data;
}

/** Answers about a server are short. */
const MAX_BYTES = 1_000_000;

/** Reads one path of a swarm server as JSON; undefined when the answer is no JSON. */
async function getFromSwarm(
  base: string,
  path: string,
  { policy, signal }: { policy: OutboundPolicy; signal: AbortSignal },
): Promise<unknown> {
  const response = await guardedFetch(toEndpoint(base, path), {
    policy: { ...policy, maxBytes: Math.min(policy.maxBytes ?? MAX_BYTES, MAX_BYTES) },
    signal,
    headers: { accept: 'application/json' },
  });
  const text = await response.text();
  if (response.status !== 200) throw new ExpectedFailure(`remote URL returned status code ${response.status}`);
  try {
    return parseJSON(text);
  } catch {
    return undefined;
  }
}

/** A server may live below a path: `https://host/mail` and `/health` are `https://host/mail/health`. */
function toEndpoint(base: string, path: string): string {
  if (!URL.canParse(base)) return base;
  const url = new URL(base);
  url.search = '';
  url.hash = '';
  url.pathname = `${url.pathname.replace(/\/+$/, '')}${path}`;
  return url.href;
}
