import { PosthouseError } from '../errors/posthouse-error.ts';
import { describeValue } from '../wire/describe-value.ts';

/** The address of an agent: a name, and the swarm if it is not the local one. */
export type AgentAddress = { name: string; swarm?: string };

/** The address of all agents of the local swarm; no agent may have this name. */
export const EVERYONE = 'all';

/**
 * Reads `name` or `name@swarm`.
 *
 * @example parseAgentAddress('supervisor@swarm-beta') // { name: 'supervisor', swarm: 'swarm-beta' }
 */
export function parseAgentAddress(text: string): AgentAddress {
  const at = text.indexOf('@');
  const name = (at < 0 ? text : text.slice(0, at)).trim();
  const swarm = at < 0 ? undefined : text.slice(at + 1).trim();
  if (name === '' || swarm === '' || swarm?.includes('@')) {
    throw new PosthouseError({
      code: 'invalid_address',
      message: `expected an agent address of the form 'name' or 'name@swarm', got ${describeValue(text)}`,
    });
  }
  return swarm === undefined ? { name } : { name, swarm };
}

/** Writes an address in its short form: an agent of the local swarm has no qualifier. */
export function formatAgentAddress({ name, swarm }: AgentAddress, localSwarm?: string): string {
  return swarm === undefined || swarm === localSwarm ? name : `${name}@${swarm}`;
}

/** Whether an agent may have this name. */
export function isAgentName(name: string): boolean {
  return name !== EVERYONE && name !== '' && name.trim() === name && !name.includes('@');
}
