import { describe, expect, test } from 'vitest';
import { runExample } from '../../__fixtures__/run-example.ts';
import { KNOWLEDGE, SOURCES } from './knowledge.ts';
import { searchKnowledge, searchTopic } from './search-topic.ts';

test.each([
  ['What is AI?', 'artificial intelligence'],
  ['machine-learning basics', 'artificial intelligence'],
  ['Is global warming real?', 'climate change'],
  ['Who made Python?', 'Python'],
  ['neural networks in Python', 'artificial intelligence'],
])('the query %s is about %s', (query, topic) => {
  expect(searchKnowledge(query, 'general').topic).toBe(topic);
});

test.each(['gardening', 'pythons', 'aim', '', '()', 'constructor'])('the query %j finds nothing', (query) => {
  expect(searchKnowledge(query, 'general')).toEqual({
    query,
    source: 'general',
    topic: null,
    total_facts: 0,
    facts: [],
  });
});

describe.each(KNOWLEDGE)('$topic', ({ topic, names }) => {
  test('a topic has eight facts in all, some from each source', () => {
    const general = searchKnowledge(names[0]!, 'general');
    expect(general).toMatchObject({ topic, total_facts: 8 });
    for (const source of SOURCES) {
      const { facts } = searchKnowledge(names[0]!, source);
      expect(facts.length).toBeGreaterThan(1);
      expect(facts.every((each) => each.source === source)).toBe(true);
      expect(general.facts).toEqual(expect.arrayContaining(facts));
    }
  });
});

test('the action searches all sources by default', async () => {
  expect(await runExample(searchTopic, { query: 'climate' })).toMatchObject({ source: 'general', total_facts: 8 });
  expect(await runExample(searchTopic, { query: 'climate', source: 'news' })).toMatchObject({ total_facts: 2 });
  for (const input of [{}, { query: '' }, { query: 'a', source: 'rumour' }, { query: 'x'.repeat(2_001) }]) {
    await expect(runExample(searchTopic, input)).rejects.toMatchObject({ code: 'action_failed' });
  }
});
