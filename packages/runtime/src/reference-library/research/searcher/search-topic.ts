import { action } from '../../../definitions/action.ts';
import { z } from 'zod';
import { KNOWLEDGE, type Source, SOURCES, type Topic } from './knowledge.ts';

export type TopicSearch = {
  query: string;
  source: Source | 'general';
  /** Null when the library has nothing about it. */
  topic: string | null;
  total_facts: number;
  facts: { fact: string; source: Source }[];
};

/**
 * Looks a question up in the small library.
 *
 * @example
 * searchKnowledge('When did Python appear?', 'wikipedia').facts[0]?.fact;
 */
export function searchKnowledge(query: string, source: Source | 'general'): TopicSearch {
  const topic = findTopic(query);
  const sources = source === 'general' ? SOURCES : [source];
  const facts = sources.flatMap((each) => (topic?.facts[each] ?? []).map((fact) => ({ fact, source: each })));
  return { query, source, topic: topic?.topic ?? null, total_facts: facts.length, facts };
}

/** The topic with the longest name in the question: "climate" and "Python" may stand in one sentence. */
function findTopic(query: string): Topic | undefined {
  const words = ` ${(query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;
  const found = KNOWLEDGE.flatMap((topic) => topic.names.map((name) => ({ topic, name })))
    .filter(({ name }) => words.includes(` ${name} `))
    .toSorted((a, b) => b.name.length - a.name.length);
  return found[0]?.topic;
}

/** `search_topic`: facts about a topic from one kind of source, or from all. */
export const searchTopic = action({
  name: 'search_topic',
  description: 'Search for facts about a topic. Knows artificial intelligence, climate change and Python.',
  parameters: z.object({
    query: z.string().min(1).max(2_000).describe('What to look for.'),
    source: z
      .enum([...SOURCES, 'general'])
      .default('general')
      .describe('Where to look; general is everywhere.'),
  }),
  idempotent: true,
  execute: ({ query, source }) => searchKnowledge(query, source),
});
