import type { CallPart, ReasoningPart, TextPart } from './swarm-message.ts';

/** What the server tells about a part: whose it is, and what kind of words it holds. */
export type MailFacts = { agent: string; kind: string | undefined };

type Part = TextPart | ReasoningPart | CallPart;

/** Reads the facts of a part. One that names nobody belongs to whoever speaks. */
export function mailFactsOf(part: Part, speaker = 'swarm'): MailFacts {
  const mail = metadataOf(part)?.mail;
  const kind = mail?.kind;
  return {
    agent: namedAgentOf(part) ?? speaker,
    // In swarms, what agents write beside their calls is there as well; what others give as a thought is one.
    kind: typeof kind === 'string' ? kind : mail === undefined && part.type === 'reasoning' ? 'reasoning' : undefined,
  };
}

/** The agent that a part names, as those of swarms do. */
export function namedAgentOf(part: Part): string | undefined {
  const agent = metadataOf(part)?.mail?.agent;
  return typeof agent === 'string' ? agent : undefined;
}

function metadataOf(part: Part): TextPart['providerMetadata'] {
  return part.type === 'dynamic-tool' ? part.callProviderMetadata : part.providerMetadata;
}
