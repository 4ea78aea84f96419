import { leadScript } from '../scripting/lead-script.ts';
import { specialistScript } from '../scripting/specialist-script.ts';
import type { Classification, Escalation, FaqSearch, SentimentAnalysis } from '@posthouse/runtime/reference-library';

/** Plays the coordinator: everybody looks at the message, then the customer gets one reply. */
const coordinator = leadScript(({ body }, find) => {
  const errands = [
    { target: 'classifier', subject: 'New ticket', body },
    { target: 'sentiment', subject: 'Tone of a ticket', body },
    { target: 'faq', subject: 'Common question', body },
  ] as const;
  const [ticket, tone, answer] = errands.map((errand) => find(errand));
  if (ticket === undefined || tone === undefined || answer === undefined) return errands;
  return ['Thank you for writing to us.', answer, ticket, tone].join('\n\n');
});

const faq = specialistScript(({ body }, find) => {
  const input = { query: body.slice(0, 2_000), max_results: 1 };
  const result = find('search_faq', input);
  if (result === undefined) return [{ name: 'search_faq', input }];
  const [best] = result.ok ? (result.json as FaqSearch).results : [];
  if (best === undefined) return 'None of the common questions fits.';
  return `${best.question}\n${best.answer} (${best.id}, relevance ${best.relevance_score})`;
});

const classifier = specialistScript(({ body }, find) => {
  const input = { text: body.slice(0, 20_000) };
  const result = find('classify_ticket', input);
  if (result === undefined) return [{ name: 'classify_ticket', input }];
  if (!result.ok) return result.text;
  const { category, category_confidence, priority, priority_confidence, suggested_actions } =
    result.json as Classification;
  return [
    `Category: ${category} (${category_confidence}). Priority: ${priority} (${priority_confidence}).`,
    `Next: ${suggested_actions.join(' ')}`,
  ].join('\n');
});

/** Reads the tone first; hands over in a second step when that is called for. */
const sentiment = specialistScript(({ body }, find) => {
  const input = { text: body.slice(0, 20_000) };
  const tone = find('analyze_sentiment', input);
  if (tone === undefined) return [{ name: 'analyze_sentiment', input }];
  if (!tone.ok) return tone.text;
  const { escalation_recommended, escalation_reason, analysis_summary, score } = tone.json as SentimentAnalysis;
  if (!escalation_recommended) return analysis_summary;
  const handOver = {
    ticket_id: /\bT-\w+\b/.exec(body)?.[0] ?? 'T-unnumbered',
    reason: escalation_reason ?? 'the tone calls for a person',
    priority: score <= -0.6 ? 'urgent' : 'high',
  };
  const escalation = find('create_escalation', handOver);
  if (escalation === undefined) return [{ name: 'create_escalation', input: handOver }];
  if (!escalation.ok) return `${analysis_summary}\n${escalation.text}`;
  const { message, escalation: made } = escalation.json as Escalation;
  return `${analysis_summary}\n${message} You will hear from us within ${made.sla_target}.`;
});

/** Scripts for the agents of the swarm `support`, by name. */
export const supportScripts = { coordinator, faq, classifier, sentiment };
