import { z } from 'zod';
import { action } from '../../definitions/action.ts';
import type { AgentFactory } from '../to-agent.ts';

export const franking = action({
  name: 'frank_letter',
  description: 'Franks a letter.',
  parameters: z.object({ cents: z.int().min(1) }),
  idempotent: true,
  execute: ({ cents }) => `franked with ${cents}`,
});

export function deliver(input: { street: string }): string {
  return `delivered to ${input.street}`;
}

export const echo: AgentFactory = (options, params) => () => ({
  text: `${options.name} ${JSON.stringify(params)}`,
});

export const changed: AgentFactory = async (options) => ({ ...options, description: 'Changed by its factory.' });

export const renamed: AgentFactory = (options) => ({ ...options, name: 'somebody-else' });

export const failing: AgentFactory = () => {
  throw new Error('the factory is on strike');
};

export const prompts = { clerk: 'You stand behind the counter of {swarm}.', number: 7, nothing: null };
