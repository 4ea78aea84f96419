import type { Script, ScriptedTurn } from '@posthouse/runtime/scripted';
import { describe, expect, test } from 'vitest';
import type { ConfidenceRating, TopicSearch, Verification } from '@posthouse/runtime/reference-library';
import { called, mailed, requestWith, returned } from '../__fixtures__/conversation.ts';
import { resultOf } from '../__fixtures__/result-of.ts';
import { researchScripts as scripts } from './script.ts';

async function play(script: Script, ...messages: Parameters<typeof requestWith>): Promise<ScriptedTurn['toolCalls']> {
  if (typeof script !== 'function') throw new Error('a function is expected');
  return (await script(requestWith(...messages))).toolCalls;
}

const success = (value: unknown) => `SUCCESS: ${JSON.stringify(value)}`;
const asked = (body: string) => mailed('researcher', 'Work', body);
const findings = [{ fact: 'Python appeared in 1991.', source: 'wikipedia' as const }];

describe('the searcher', () => {
  const input = { query: 'Python', source: 'general' };

  test('searches everywhere and sends what it found', async () => {
    expect(await play(scripts.searcher, asked('Python'))).toEqual([{ name: 'search_topic', input }]);
    const found = resultOf<TopicSearch>('search_topic', { query: 'Python', source: 'general' });
    const done = [called('c', 'search_topic', input), returned('c', success(found))] as const;
    const [answer] = (await play(scripts.searcher, asked('Python'), ...done)) ?? [];
    expect(answer).toMatchObject({ name: 'send_response', input: { body: JSON.stringify(found.facts) } });
  });

  test.each([
    [success({ facts: [] }), 'The library has nothing about this.'],
    ['ERROR: closed', 'closed'],
  ])('answers in words when the search returns %s', async (result, body) => {
    const done = [called('c', 'search_topic', input), returned('c', result)] as const;
    expect(await play(scripts.searcher, asked('Python'), ...done)).toMatchObject([{ input: { body } }]);
  });
});

describe('the verifier', () => {
  const body = JSON.stringify(findings);
  const [{ fact, source }] = findings as [(typeof findings)[0]];

  test('verifies and rates every claim', async () => {
    const calls = (await play(scripts.verifier, asked(body))) ?? [];
    expect(calls).toEqual([
      { name: 'verify_claim', input: { claim: fact, sources: [source] } },
      { name: 'rate_confidence', input: { claim: fact, evidence: [{ source, content: fact }] } },
    ]);
    const verdict = resultOf<Verification>('verify_claim', { claim: fact, sources: [source] });
    const results = [verdict, resultOf<ConfidenceRating>('rate_confidence', { claim: fact, evidence: [{ source }] })];
    const done = calls.flatMap(({ name, input }, index) => [
      called(`c${index}`, name, input),
      returned(`c${index}`, success(results[index])),
    ]);
    expect(await play(scripts.verifier, asked(body), ...done)).toMatchObject([
      { input: { body: `- ${fact} ${verdict.verdict}, confidence high (0.8)` } },
    ]);
  });

  test.each(['just words', '[]', '{}'])('finds no claims in %j', async (text) => {
    expect(await play(scripts.verifier, asked(text))).toMatchObject([
      { input: { body: 'There are no claims to verify.' } },
    ]);
  });
});

describe('the summarizer', () => {
  test('shortens and lists the sources', async () => {
    const body = JSON.stringify([...findings, { fact: 'It is popular.', source: 'news' }]);
    const calls = (await play(scripts.summarizer, asked(body))) ?? [];
    expect(calls).toEqual([
      { name: 'summarize_text', input: { text: 'Python appeared in 1991. It is popular.', max_length: 400 } },
      {
        name: 'create_bibliography',
        input: {
          sources: [
            { title: 'Library, wikipedia shelf', author: 'Posthouse examples' },
            { title: 'Library, news shelf', author: 'Posthouse examples' },
          ],
          style: 'simple',
        },
      },
    ]);
    const results = [success({ summary: 'Short.' }), 'ERROR: no paper'];
    const done = calls.flatMap(({ name, input }, index) => [
      called(`c${index}`, name, input),
      returned(`c${index}`, results[index]!),
    ]);
    expect(await play(scripts.summarizer, asked(body), ...done)).toMatchObject([
      { input: { body: 'Short.\n\nSources:\nno paper' } },
    ]);
  });

  test('the summarizer has nothing to summarize without findings', async () => {
    expect(await play(scripts.summarizer, asked('x'))).toMatchObject([
      { input: { body: 'There is nothing to sum up.' } },
    ]);
  });
});

describe('the researcher', () => {
  const user = mailed('ada', 'New message', 'What about Python?', 'user');
  const search = called('s', 'send_request', { target: 'searcher', subject: 'Search', body: 'What about Python?' });
  const found = mailed('searcher', 'Re: Search', JSON.stringify(findings));

  test('searches first, then verifies and summarizes at the same time', async () => {
    expect(await play(scripts.researcher, user)).toMatchObject([
      { name: 'send_request', input: { target: 'searcher' } },
    ]);
    const both = (await play(scripts.researcher, user, search, found)) ?? [];
    expect(both.map(({ input }) => (input as { target: string }).target)).toEqual(['verifier', 'summarizer']);
    const sent = both.map(({ input }, index) => called(`b${index}`, 'send_request', input));
    const replies = [
      mailed('summarizer', 'Re: Summary', 'In short.'),
      mailed('verifier', 'Re: Verification', '- sure'),
    ];
    expect(await play(scripts.researcher, user, search, found, ...sent, ...replies)).toEqual([
      { name: 'task_complete', input: { finish_message: 'In short.\n\nHow sure this is:\n- sure' } },
    ]);
  });

  test('finishes when nothing was found', async () => {
    const nothing = mailed('searcher', 'Re: Search', 'The library has nothing about this.');
    expect(await play(scripts.researcher, user, search, nothing)).toMatchObject([
      { name: 'task_complete', input: { finish_message: expect.stringContaining('I found nothing about that.') } },
    ]);
  });
});
