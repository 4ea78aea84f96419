import fc from 'fast-check';
import { agent } from '../definitions/agent.ts';
import { type ScriptedRequest, type ScriptedTurn, scripted } from '../scripted/index.ts';
import { swarm, type Swarm } from '../swarm.ts';
import { OWNER } from './stage.ts';

/** How the agents of a play write: what, and how fast. */
export type Writing = {
  thought: string;
  words: string;
  answer: string;
  chunkSize: number;
  delayMs: number;
  /** Completes while the slow writer is still writing, instead of interrupting it. */
  early: boolean;
};

const prose = fc.string({ unit: 'grapheme', maxLength: 40 });

export const arbitraryWriting: fc.Arbitrary<Writing> = fc.record({
  thought: prose,
  words: prose,
  answer: prose,
  chunkSize: fc.integer({ min: 1, max: 12 }),
  delayMs: fc.nat(2),
  early: fc.boolean(),
});

const send = (name: string, target: string, subject: string) => ({ name, input: { target, subject, body: 'b' } });

/** The last thing an agent was told, and everything before. */
function newsOf({ messages }: ScriptedRequest): { news: string; ever: string } {
  const texts = messages.filter((message) => message.role === 'user').map((message) => message.text);
  return { news: texts.at(-1) ?? '', ever: texts.join('\n') };
}

/** Three agents on language models that stream: one leads, one is quick, and one is slow enough to be cut off. */
export function writers({ thought, words, answer, chunkSize, delayMs, early }: Writing): Swarm {
  const pace = { chunkSize, delayMs };
  const lead = (request: ScriptedRequest): ScriptedTurn => {
    const { news, ever } = newsOf(request);
    const complete = { name: 'task_complete', input: { finish_message: answer } };
    const interrupt = send('send_interrupt', 'slow', 'hurry');
    const ask = ['quick', 'slow'].map((target) => send('send_request', target, 'write'));
    const wait = { name: 'await_message', input: { reason: null } };
    if (ever.includes('Re: slow') || (early && ever.includes('Re: quick')) || news.includes('::stalled::')) {
      return { reasoning: thought, toolCalls: [complete], ...pace };
    }
    const toolCalls = news.includes('Re: quick') ? [interrupt] : news.includes('write now') ? ask : [wait];
    return { reasoning: thought, text: words, toolCalls, ...pace };
  };
  const quick = (): ScriptedTurn => ({ text: words, toolCalls: [send('send_response', 'lead', 'Re: quick')], ...pace });
  const slow = (request: ScriptedRequest): ScriptedTurn =>
    newsOf(request).news.includes('hurry')
      ? { text: words, toolCalls: [send('send_response', 'lead', 'Re: slow')], ...pace }
      : { text: `${words} and so on, for ever`.repeat(20), chunkSize: 3, delayMs: 5 };
  const worker = { commTargets: ['lead'] };
  return swarm({
    name: OWNER.swarm,
    version: '1.0.0',
    entrypoint: 'lead',
    agents: [
      agent({
        name: 'lead',
        model: scripted(lead),
        commTargets: ['quick', 'slow'],
        enableEntrypoint: true,
        canCompleteTasks: true,
      }),
      agent({ name: 'quick', model: scripted(quick), ...worker }),
      agent({ name: 'slow', model: scripted(slow), ...worker }),
    ],
  });
}
