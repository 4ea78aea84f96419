import type { Script, ScriptedTurn } from '@posthouse/runtime/scripted';
import { describe, expect, test } from 'vitest';
import type { Escalation } from '@posthouse/runtime/reference-library';
import { called, mailed, requestWith, returned } from '../__fixtures__/conversation.ts';
import { resultOf } from '../__fixtures__/result-of.ts';
import { supportScripts } from './script.ts';

async function play(script: Script, ...messages: Parameters<typeof requestWith>): Promise<ScriptedTurn['toolCalls']> {
  if (typeof script !== 'function') throw new Error('a function is expected');
  return (await script(requestWith(...messages))).toolCalls;
}

const letter = 'I forgot my password';
const asked = mailed('coordinator', 'Ticket', letter);
const success = (value: unknown) => `SUCCESS: ${JSON.stringify(value)}`;

describe('the faq agent', () => {
  const input = { query: letter, max_results: 1 };

  test('looks up the question, then quotes the best entry', async () => {
    expect(await play(supportScripts.faq, asked)).toEqual([{ name: 'search_faq', input }]);
    const found = success(resultOf('search_faq', { query: letter, max_results: 1 }));
    expect(await play(supportScripts.faq, asked, called('c', 'search_faq', input), returned('c', found))).toMatchObject(
      [
        {
          name: 'send_response',
          input: { target: 'coordinator', body: expect.stringContaining('(faq-001, relevance 6)') },
        },
      ],
    );
  });

  test.each(['SUCCESS: {"results":[]}', 'ERROR: the shelf is empty'])('says when there is none: %s', async (result) => {
    expect(
      await play(supportScripts.faq, asked, called('c', 'search_faq', input), returned('c', result)),
    ).toMatchObject([{ input: { body: 'None of the common questions fits.' } }]);
  });
});

describe('the classifier', () => {
  test('classifies, then reports category, priority and next steps', async () => {
    const input = { text: letter };
    expect(await play(supportScripts.classifier, asked)).toEqual([{ name: 'classify_ticket', input }]);
    const done = [
      called('c', 'classify_ticket', input),
      returned('c', success(resultOf('classify_ticket', { text: letter }))),
    ] as const;
    const [answer] = (await play(supportScripts.classifier, asked, ...done)) ?? [];
    expect(answer).toMatchObject({
      input: { body: expect.stringContaining('Category: account (1). Priority: medium (0.5).') },
    });
  });

  test('passes on an error', async () => {
    const done = [called('c', 'classify_ticket', { text: letter }), returned('c', 'ERROR: no ink')] as const;
    expect(await play(supportScripts.classifier, asked, ...done)).toMatchObject([{ input: { body: 'no ink' } }]);
  });
});

describe('the sentiment agent', () => {
  const angry = 'I am furious about T-42';
  const request = mailed('coordinator', 'Tone', angry);
  const tone = [
    called('c1', 'analyze_sentiment', { text: angry }),
    returned('c1', success(resultOf('analyze_sentiment', { text: angry }))),
  ] as const;
  const handOver = { ticket_id: 'T-42', reason: 'the customer is very angry', priority: 'urgent' } as const;

  test('reads the tone of a calm message, and does no more', async () => {
    const calm = [
      called('c', 'analyze_sentiment', { text: letter }),
      returned('c', success(resultOf('analyze_sentiment', { text: letter }))),
    ] as const;
    expect(await play(supportScripts.sentiment, asked)).toEqual([
      { name: 'analyze_sentiment', input: { text: letter } },
    ]);
    expect(await play(supportScripts.sentiment, asked, ...calm)).toMatchObject([{ name: 'send_response' }]);
  });

  test('escalates an angry message in a second step', async () => {
    expect(await play(supportScripts.sentiment, request, ...tone)).toEqual([
      { name: 'create_escalation', input: handOver },
    ]);
    const made = resultOf<Escalation>('create_escalation', handOver);
    const done = [called('c2', 'create_escalation', handOver), returned('c2', success(made))] as const;
    const [answer] = (await play(supportScripts.sentiment, request, ...tone, ...done)) ?? [];
    expect(answer).toMatchObject({
      input: { body: expect.stringContaining(`${made.message} You will hear from us within 1 hour.`) },
    });
  });

  test('reports a failed escalation', async () => {
    const failed = [called('c2', 'create_escalation', handOver), returned('c2', 'ERROR: nobody is there')] as const;
    const [answer] = (await play(supportScripts.sentiment, request, ...tone, ...failed)) ?? [];
    expect(answer).toMatchObject({ input: { body: expect.stringContaining('nobody is there') } });
  });

  test('marks a message without a ticket number as unnumbered', async () => {
    const text = 'cancel my subscription';
    const done = [
      called('c', 'analyze_sentiment', { text }),
      returned('c', success(resultOf('analyze_sentiment', { text }))),
    ] as const;
    expect(await play(supportScripts.sentiment, mailed('coordinator', 'Tone', text), ...done)).toEqual([
      {
        name: 'create_escalation',
        input: { ticket_id: 'T-unnumbered', reason: 'the customer wants to leave', priority: 'high' },
      },
    ]);
  });
});

test('the coordinator asks all three at once and combines their answers', async () => {
  const user = mailed('ada', 'New message', letter, 'user');
  const requests = (await play(supportScripts.coordinator, user)) ?? [];
  expect(requests.map(({ input }) => (input as { target: string }).target)).toEqual(['classifier', 'sentiment', 'faq']);
  const sent = requests.map(({ input }, index) => called(`s${index}`, 'send_request', input));
  const replies = [
    mailed('classifier', 'Re: New ticket', 'sorted'),
    mailed('sentiment', 'Re: Tone of a ticket', 'calm'),
    mailed('faq', 'Re: Common question', 'answered'),
  ];
  expect(await play(supportScripts.coordinator, user, ...sent, ...replies.slice(0, 2))).toMatchObject([
    { name: 'await_message', input: { reason: 'Waiting for faq.' } },
  ]);
  expect(await play(supportScripts.coordinator, user, ...sent, ...replies)).toEqual([
    { name: 'task_complete', input: { finish_message: 'Thank you for writing to us.\n\nanswered\n\nsorted\n\ncalm' } },
  ]);
});
