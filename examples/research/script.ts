import { leadScript } from '../scripting/lead-script.ts';
import { specialistScript } from '../scripting/specialist-script.ts';
import type { ConfidenceRating, TopicSearch, Verification } from '@posthouse/runtime/reference-library';

type Finding = TopicSearch['facts'][number];

/** Plays the head of research: search, then verify, then sum up. */
const researcher = leadScript(({ body }, find) => {
  const search = { target: 'searcher', subject: 'Search', body };
  const found = find(search);
  if (found === undefined) return [search];
  const findings = readFindings(found);
  if (findings.length === 0) return `I found nothing about that. ${found}`;

  const check = { target: 'verifier', subject: 'Verification', body: JSON.stringify(findings.slice(0, 3)) };
  const summary = { target: 'summarizer', subject: 'Summary', body: JSON.stringify(findings) };
  const [checked, summed] = [find(check), find(summary)];
  // These two do not need each other, so they are asked together.
  if (checked === undefined || summed === undefined) return [check, summary];
  return `${summed}\n\nHow sure this is:\n${checked}`;
});

const searcher = specialistScript(({ body }, find) => {
  const input = { query: body.slice(0, 2_000), source: 'general' };
  const result = find('search_topic', input);
  if (result === undefined) return [{ name: 'search_topic', input }];
  if (!result.ok) return result.text;
  const { facts } = result.json as TopicSearch;
  return facts.length === 0 ? 'The library has nothing about this.' : JSON.stringify(facts);
});

/** Verifies every claim and rates it: two calls for each. */
const verifier = specialistScript(({ body }, find) => {
  const findings = readFindings(body);
  if (findings.length === 0) return 'There are no claims to verify.';
  const calls = findings.flatMap(({ fact, source }) => [
    { name: 'verify_claim', input: { claim: fact, sources: [source] } },
    { name: 'rate_confidence', input: { claim: fact, evidence: [{ source, content: fact }] } },
  ]);
  const results = calls.map(({ name, input }) => find(name, input));
  if (results.includes(undefined)) return calls;
  return findings
    .map(({ fact }, index) => {
      const [verdict, rating] = [results[2 * index]!, results[2 * index + 1]!];
      if (!verdict.ok || !rating.ok) return `- ${fact} ${verdict.text}`;
      const { verdict: word } = verdict.json as Verification;
      const { confidence_level, confidence_score } = rating.json as ConfidenceRating;
      return `- ${fact} ${word}, confidence ${confidence_level} (${confidence_score})`;
    })
    .join('\n');
});

const summarizer = specialistScript(({ body }, find) => {
  const findings = readFindings(body);
  if (findings.length === 0) return 'There is nothing to sum up.';
  const kinds = [...new Set(findings.map(({ source }) => source))];
  const summarize = { text: findings.map(({ fact }) => fact).join(' '), max_length: 400 };
  const list = {
    sources: kinds.map((kind) => ({ title: `Library, ${kind} shelf`, author: 'Posthouse examples' })),
    style: 'simple',
  };
  const [summary, bibliography] = [find('summarize_text', summarize), find('create_bibliography', list)];
  if (summary === undefined || bibliography === undefined) {
    return [
      { name: 'summarize_text', input: summarize },
      { name: 'create_bibliography', input: list },
    ];
  }
  const text = summary.ok ? (summary.json as { summary: string }).summary : summary.text;
  const sources = bibliography.ok ? (bibliography.json as { bibliography: string }).bibliography : bibliography.text;
  return `${text}\n\nSources:\n${sources}`;
});

/** The findings in a message; none when it is just words. */
function readFindings(text: string): Finding[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? (value as Finding[]) : [];
  } catch {
    return [];
  }
}

/** Scripts for the agents of the swarm `research`, by name. */
export const researchScripts = { researcher, searcher, verifier, summarizer };
