import type { DevelopmentTokens } from './development-authenticator.ts';

export type Banner = {
  url: string;
  tokens: DevelopmentTokens;
  swarm: string;
  /** Whether there is a studio to look at. */
  studio: boolean;
};

/** What a server in development prints when it is up: where it is, its tokens, and lines to paste. */
export function toBanner({ url, tokens, swarm, studio }: Banner): string {
  const { user, admin, agent } = tokens;
  const header = `-H 'Authorization: Bearer ${user}'`;
  const body = `-H 'Content-Type: application/json' -d '{"body": "What can you do?"`;
  return [
    `${url} serves the swarm '${swarm}' in development mode, for this machine only. Its tokens:`,
    '',
    `  user   ${user}`,
    `  admin  ${admin}`,
    `  agent  ${agent}`,
    '',
    ...(studio ? [`In a browser:  ${url}/studio/#token=${admin}`, ''] : []),
    'Ask something, and get the answer, or a stream of what happens:',
    '',
    `  curl ${url}/message ${header} ${body}}'`,
    `  curl -N ${url}/message ${header} ${body}, "stream": true}'`,
    '',
  ].join('\n');
}
