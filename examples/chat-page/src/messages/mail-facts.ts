import type { CallPart, ReasoningPart, TextPart } from './swarm-message.ts';

/** What the server tells about a part: whose it is, and whether it still stands. */
export type MailFacts = { agent: string; retracted: boolean; kind: string | undefined };

/** Reads the facts of a part. Parts that come from elsewhere have none, and belong to nobody in particular. */
export function mailFactsOf(part: TextPart | ReasoningPart | CallPart): MailFacts {
  const metadata = part.type === 'dynamic-tool' ? part.callProviderMetadata : part.providerMetadata;
  const { agent, retracted, kind } = metadata?.mail ?? {};
  return {
    agent: typeof agent === 'string' ? agent : 'swarm',
    retracted: retracted === true,
    kind: typeof kind === 'string' ? kind : undefined,
  };
}
