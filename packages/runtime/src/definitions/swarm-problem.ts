import { PosthouseError } from '@posthouse/protocol';

/** One thing wrong with a swarm: where, and a sentence that helps. */
export type SwarmProblem = { path: string; message: string };

/** One error for everything that is wrong, so that a swarm can be mended in one go. */
export function swarmError(what: string, problems: readonly SwarmProblem[], cause?: unknown): PosthouseError {
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
  const lines = problems.map(({ path, message }) => `- ${path}: ${message}`);
  return new PosthouseError({
    code: 'invalid_swarm',
    message: [`${count} in ${what}:`, ...lines].join('\n'),
    details: problems,
    cause,
  });
}
