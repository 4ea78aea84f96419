import { action, agent, swarm } from '@posthouse/runtime';
import { call, readMail, scripted, type ScriptedRequest, type ScriptedTurn, think } from '@posthouse/runtime/scripted';
import { HeldModel } from './held-model.ts';

/** A long answer in which a piece that is lost or comes twice would show. */
export const STORY = Array.from({ length: 60 }, (_, index) => `line ${index + 1} of the story`).join(', ');

const parametersOf = (properties: Record<string, { type: 'string' | 'number' }>) => ({
  type: 'object' as const,
  properties,
  required: Object.keys(properties),
});
const twoNumbers = parametersOf({ a: { type: 'number' }, b: { type: 'number' } });

const add = action<{ a: number; b: number }>({
  name: 'add',
  description: 'Adds two numbers.',
  parameters: twoNumbers,
  idempotent: true,
  execute: ({ a, b }) => ({ sum: a + b }),
});
const divide = action<{ a: number; b: number }>({
  name: 'divide',
  description: 'Divides two numbers.',
  parameters: twoNumbers,
  execute: ({ a, b }) => {
    if (b === 0) throw new Error('nobody can divide by nothing');
    return { quotient: a / b };
  },
});
const askColour = action({
  name: 'ask_colour',
  description: 'Asks the user for a colour.',
  parameters: parametersOf({ question: { type: 'string' } }),
  execute: () => 'never run: it is a breakpoint',
});

const finish = (text: string) => ({ content: [call('task_complete', { finish_message: text })] });

/** What the agent answers to the last thing it was told; `troubles` is what has gone wrong once already. */
function answerLast({ messages }: ScriptedRequest, troubles: Set<string>): ScriptedTurn {
  const begin = messages.findLastIndex(({ role, text }) => role === 'user' && text.includes('\nfrom (user): '));
  const asked = messages[begin]!.text;
  const since = messages.slice(begin + 1);
  const resultOf = (tool: string) =>
    since.flatMap(({ toolResults }) => toolResults).findLast(({ name }) => name === tool);

  if (asked.includes('story')) return { content: [think('A long one, then.'), ...finish(STORY).content] };
  if (asked.includes('sum')) {
    if (since.some(({ text }) => text.includes('The sum is'))) return finish('Math says that 2 + 3 is 5.');
    if (resultOf('send_request') !== undefined)
      return { content: [call('await_message', { reason: 'math is at it' })] };
    const input = { target: 'math', subject: 'A sum', body: 'Please add 2 and 3.' };
    return { content: [think('Math knows how to add.'), call('send_request', input)] };
  }
  if (asked.includes('colour')) {
    const answer = resultOf('ask_colour');
    if (answer === undefined) return { content: [call('ask_colour', { question: 'Which colour do you like?' })] };
    // That somebody does not want to answer is an answer, too.
    if (answer.text.includes('"error"')) return finish('Then I shall never know.');
    return finish(`You like ${answer.text.replace(/^SUCCESS: /, '')}.`);
  }
  if (asked.includes('curtains')) {
    const answers = since.flatMap(({ toolResults }) => toolResults).filter(({ name }) => name === 'ask_colour');
    const questions = ['Which colour outside?', 'Which colour inside?'];
    if (answers.length === 0) return { content: questions.map((question) => call('ask_colour', { question })) };
    return finish(answers.map(({ text }) => text.replace(/^SUCCESS: /, '')).join(' and '));
  }
  if (asked.includes('book')) {
    const booked = resultOf('book');
    if (booked === undefined) return { content: [call('book', { room: 'the blue room' })] };
    return finish(booked.text.startsWith('ERROR') ? 'Nothing was booked.' : 'It is booked.');
  }
  if (asked.includes('trouble')) {
    const { body } = readMail(asked).mail[0]!;
    if (troubles.has(body)) return finish('Now it works.');
    troubles.add(body);
    return { fault: { kind: 'http', status: 400, message: 'the model has no idea' } };
  }
  return finish('Hello.');
}

function math({ messages }: ScriptedRequest): ScriptedTurn {
  // What failed comes back twice, as a result and as mail of the system; so it is not always the last message that counts.
  const results = messages.flatMap(({ toolResults }) => toolResults);
  if (results.some(({ name }) => name === 'send_response')) return { content: [call('await_message', {})] };
  if (results.some(({ name }) => name === 'add')) {
    const response = { target: 'desk', subject: 'Re: A sum', body: 'The sum is 5.' };
    return { content: [call('send_response', response)] };
  }
  return { content: [think('Two and three.'), call('divide', { a: 1, b: 0 }), call('add', { a: 2, b: 3 })] };
}

/** A small swarm that shows everything a page has to show, and the model of its entrypoint. */
export function openDesk() {
  const troubles = new Set<string>();
  const held = new HeldModel((request) => answerLast(request, troubles));
  /** What was booked, so that a test can tell that a denied call did not run. */
  const bookings: string[] = [];
  const book = action<{ room: string }>({
    name: 'book',
    description: 'Books a room.',
    parameters: parametersOf({ room: { type: 'string' } }),
    execute: ({ room }) => {
      bookings.push(room);
      return { booked: room };
    },
  });
  const definition = swarm({
    name: 'desk',
    version: '1.0.0',
    entrypoint: 'desk',
    breakpointTools: ['ask_colour'],
    approvalTools: ['book'],
    agents: [
      agent({
        name: 'desk',
        model: held.model,
        system: 'You are the desk.',
        commTargets: ['math'],
        actions: [askColour, book],
        enableEntrypoint: true,
        canCompleteTasks: true,
      }),
      agent({
        name: 'math',
        model: scripted(math),
        system: 'You calculate.',
        commTargets: ['desk'],
        actions: [add, divide],
      }),
    ],
  });
  return { definition, held, bookings };
}
