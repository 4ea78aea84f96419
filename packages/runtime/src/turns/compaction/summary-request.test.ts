import { expect, test } from 'vitest';
import { agent } from '../../definitions/agent.ts';
import { composeStep } from '../../manual/decide-step.ts';
import { acting, request, saying } from './__fixtures__/turns.ts';
import { toSummariser, toSummaryPrompt, toTranscript } from './summary-request.ts';

test('the transcript lists in order what was received, said, called and answered', () => {
  const turn = { ...saying('I will <look>.', [request('Look!')]), calls: acting('c1', 'a <tag>').calls };
  const text = toTranscript([turn, acting('c2')]);
  const order = [
    '<received>',
    'Look!',
    '<said boundary=',
    'I will <look>.',
    '<called boundary=',
    'look {"q":"c1"}',
    '<result boundary=',
  ];
  let from = 0;
  for (const each of [...order, 'SUCCESS: a <tag>', '</turn>', 'look {"q":"c2"}']) {
    expect(text.indexOf(each, from), each).toBeGreaterThanOrEqual(from);
    from = text.indexOf(each, from);
  }
});

test('the transcript begins with the previous summary', () => {
  expect(toTranscript([saying('', [], { summary: 'so far' })])).toContain('so far');
});

test('the transcript includes failures', () => {
  expect(toTranscript([saying('', [], { failure: 'no connection' })])).toContain('\nno connection\n</failed ');
});

test('a long result is cut in the transcript, as its length does not improve a summary', () => {
  expect(toTranscript([acting('c1', 'x'.repeat(1_000_000))]).length).toBeLessThan(20_000);
});

test('the transcript shows a manual step as its agent read it', () => {
  const step = { id: 's', responseType: 'broadcast' as const, responseTargets: ['all'] };
  const message = composeStep({ taskId: 't', swarm: 's' }, { target: 'a', payload: 'Speak.', step });
  const text = toTranscript([saying('Yes.', [request('hello'), message])]);
  expect(text).toMatch(/<private_message boundary="\w+">\nfrom: u-1\n/);
  expect(text).toContain('\n\n\nSpeak.');
});

test('an agent sums up with its own model, without its tools and instructions', () => {
  const base = { name: 'a', commTargets: ['b'], system: 'You are a pirate.', temperature: 0 };
  const own = agent({ ...base, model: 'scripted/own', providerTools: { search: {} } });
  const summariser = toSummariser(own)!;
  expect(summariser).toMatchObject({ name: 'a', model: 'scripted/own', temperature: 0 });
  expect(summariser.system).not.toContain('pirate');
  expect(summariser).not.toHaveProperty('providerTools');
  const other = agent({ ...base, model: 'scripted/own', compaction: { maxTokens: 1, model: 'scripted/cheap' } });
  expect(toSummariser(other)!.model).toBe('scripted/cheap');
});

test('a function is not asked for a summary unless a model is named for that', () => {
  const base = { name: 'a', commTargets: ['b'], run: () => ({}) };
  expect(toSummariser(agent({ ...base, compaction: { maxTokens: 1 } }))).toBeUndefined();
  const helped = toSummariser(agent({ ...base, compaction: { maxTokens: 1, model: 'scripted/cheap' } }))!;
  expect(helped.model).toBe('scripted/cheap');
  expect(helped).not.toHaveProperty('run');
});

test('the request for a summary says for whom, how long and about what', () => {
  const [message] = toSummaryPrompt('math', [saying('four', [request('2 + 2?')])], 120);
  expect(message!.role).toBe('user');
  expect(message!.content).toMatch(/"math" in at most 120 words[^]*<transcript>[^]*2 \+ 2\?[^]*<\/transcript>$/);
});
