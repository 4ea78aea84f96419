import { PosthouseError } from '@posthouse/protocol';
import { z } from 'zod';
import { action } from '../action.ts';
import { agent, type AgentOptions } from '../agent.ts';
import type { SwarmOptions } from '../swarm-definition.ts';
import type { SwarmProblem } from '../swarm-problem.ts';

export const weigh = action({
  name: 'weigh_parcel',
  description: 'Weighs a parcel.',
  parameters: z.object({ parcel: z.string(), grams: z.number().default(500) }),
  idempotent: true,
  execute: ({ parcel, grams }) => `${parcel}: ${grams} g`,
});

export const stamp = action({
  name: 'stamp_letter',
  description: 'Puts a stamp on a letter.',
  parameters: { type: 'object', properties: { value: { type: 'integer', minimum: 1 } }, required: ['value'] },
  execute: (input: { value: number }) => ({ stamped: input.value }),
});

export const burn = action({
  name: 'burn_letter',
  description: 'Destroys a letter\n  for good.',
  parameters: { type: 'object' },
  execute: () => undefined,
});

export function clerk(options: Partial<AgentOptions> = {}): ReturnType<typeof agent> {
  return agent({ name: 'clerk', model: 'scripted/clerk', commTargets: ['postmaster'], actions: [stamp], ...options });
}

export function postmaster(options: Partial<AgentOptions> = {}): ReturnType<typeof agent> {
  return agent({
    name: 'postmaster',
    model: 'scripted/postmaster',
    system: 'You lead {swarm}.',
    commTargets: ['clerk', 'scale'],
    enableEntrypoint: true,
    canCompleteTasks: true,
    ...options,
  });
}

export function scale(options: Partial<AgentOptions> = {}): ReturnType<typeof agent> {
  return agent({
    name: 'scale',
    description: 'Weighs things.',
    run: () => ({ text: 'done' }),
    commTargets: ['postmaster', 'clerk'],
    actions: [weigh],
    ...options,
  });
}

/** A swarm without a fault, with whatever a test wants changed. */
export function sampleOptions(changes: Partial<SwarmOptions> = {}): SwarmOptions {
  return {
    name: 'post-office',
    version: '1.0.0',
    agents: [postmaster(), clerk(), scale()],
    entrypoint: 'postmaster',
    ...changes,
  };
}

/** The problems that a call reports in its error. */
export function problemsOf(call: () => unknown): SwarmProblem[] {
  const error = errorOf(call);
  if (error.code !== 'invalid_swarm') throw error;
  return error.details as SwarmProblem[];
}

export function errorOf(call: () => unknown): PosthouseError {
  try {
    call();
  } catch (error) {
    if (PosthouseError.isInstance(error)) return error;
    throw error;
  }
  throw new Error('expected the call to throw');
}
