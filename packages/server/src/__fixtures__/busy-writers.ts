import { action, agent, type AnyAction, swarm, type SwarmDefinition } from '@posthouse/runtime';
import { type ScriptedRequest, type ScriptedTurn, scripted } from '@posthouse/runtime/scripted';
import { askHuman } from './clerks.ts';

/** Text that takes one to four bytes per character. */
export const PROSE = 'Grüße, 世界, 𝄞 — one more line of it. '.repeat(6);

const look: AnyAction = action({
  name: 'look',
  description: 'Looks something up.',
  parameters: { type: 'object', properties: {} },
  execute: () => ({ found: PROSE }),
});

const pace = { chunkSize: 12, delayMs: 1 };
const send = (name: string, target: string, subject: string) => ({ name, input: { target, subject, body: PROSE } });
const told = ({ messages }: ScriptedRequest): string => messages.map(({ text }) => text).join('\n');
const isAnswered = ({ messages }: ScriptedRequest): boolean => messages.some(({ role }) => role === 'tool');

/** Asks the user, then two others at once; interrupts the slow one as soon as the other has answered. */
function lead(request: ScriptedRequest): ScriptedTurn {
  const text = told(request);
  if (!isAnswered(request)) return { text: PROSE, toolCalls: [{ name: 'ask_human', input: { q: PROSE } }], ...pace };
  if (text.includes('Re: slow')) {
    return { reasoning: PROSE, toolCalls: [{ name: 'task_complete', input: { finish_message: PROSE } }], ...pace };
  }
  if (text.includes('Re: quick')) return { text: PROSE, toolCalls: [send('send_interrupt', 'slow', 'hurry')], ...pace };
  const asked = ['quick', 'slow'].map((target) => send('send_request', target, 'write'));
  return { reasoning: PROSE, text: PROSE, toolCalls: asked, ...pace };
}

function quick(request: ScriptedRequest): ScriptedTurn {
  const call = isAnswered(request) ? send('send_response', 'lead', 'Re: quick') : { name: 'look', input: {} };
  return { text: PROSE, toolCalls: [call], ...pace };
}

function slow(request: ScriptedRequest): ScriptedTurn {
  if (told(request).includes('hurry')) {
    return { text: PROSE, toolCalls: [send('send_response', 'lead', 'Re: slow')], ...pace };
  }
  return { text: PROSE.repeat(100), ...pace };
}

/**
 * Three agents whose log has everything that is hard to resume: text as it is written, text that is given up, entries of
 * several frames, an action, a pause.
 */
export function busyWriters(name: string): SwarmDefinition {
  return swarm({
    name,
    version: '1.0.0',
    entrypoint: 'lead',
    breakpointTools: ['ask_human'],
    agents: [
      agent({
        name: 'lead',
        model: scripted(lead),
        commTargets: ['quick', 'slow'],
        enableEntrypoint: true,
        canCompleteTasks: true,
        actions: [askHuman],
      }),
      agent({ name: 'quick', model: scripted(quick), commTargets: ['lead'], actions: [look] }),
      agent({ name: 'slow', model: scripted(slow), commTargets: ['lead'] }),
    ],
  }).definition;
}
