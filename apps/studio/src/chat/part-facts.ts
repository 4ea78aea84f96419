import type { CallPart, ReasoningPart, TextPart } from './swarm-message.ts';

/** What the server tells about a part: whose it is, and whether it still stands. */
export type PartFacts = { agent: string; retracted: boolean };

/** Reads the facts of a part. Parts that come from elsewhere have none, and belong to nobody in particular. */
export function partFactsOf(part: TextPart | ReasoningPart | CallPart): PartFacts {
  const metadata = part.type === 'dynamic-tool' ? part.callProviderMetadata : part.providerMetadata;
  const { agent, retracted } = metadata?.mail ?? {};
  return { agent: typeof agent === 'string' ? agent : 'swarm', retracted: retracted === true };
}
