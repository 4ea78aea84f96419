import { PosthouseError } from '../errors/posthouse-error.ts';
import { describeValue } from '../wire/describe-value.ts';

export const INSTANCE_ROLES = ['admin', 'user', 'swarm'] as const;
export type InstanceRole = (typeof INSTANCE_ROLES)[number];

/** Who owns a task: a person or another swarm, within the swarm that serves them. */
export type Instance = { swarm: string; role: InstanceRole; id: string };

/**
 * Reads an owner or contributor, `role:id@swarm`. The id may contain `:` and `@` itself, as mail addresses do.
 *
 * @example parseInstance('user:u-1@swarm-alpha') // { role: 'user', id: 'u-1', swarm: 'swarm-alpha' }
 */
export function parseInstance(text: string): Instance {
  const colon = text.indexOf(':');
  const at = text.lastIndexOf('@');
  const role = text.slice(0, Math.max(colon, 0));
  const id = text.slice(colon + 1, Math.max(at, 0));
  const swarm = text.slice(at + 1);
  if (colon < 0 || at < colon || id === '' || swarm === '' || !isInstanceRole(role)) {
    throw new PosthouseError({
      code: 'invalid_address',
      message: `expected an owner or contributor of the form 'role:id@swarm' with role ${INSTANCE_ROLES.join(', ')}, got ${describeValue(text)}`,
    });
  }
  return { swarm, role, id };
}

export function formatInstance({ role, id, swarm }: Instance): string {
  return `${role}:${id}@${swarm}`;
}

function isInstanceRole(role: string): role is InstanceRole {
  return (INSTANCE_ROLES as readonly string[]).includes(role);
}
