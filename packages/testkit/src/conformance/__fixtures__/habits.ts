import { asObject } from '../http/exchange.ts';
import { inScenario } from './flaws.ts';
import { failed } from './sample-answer.ts';
import type { Flaw } from './sample-server.ts';

/** What a server may do as well as not. No check may complain, and these have to apply. */
export type Habit = { name: string; habit: () => Flaw; about: string[] };

/** Puts the frames of a scenario into another order, by their places in the usual one. */
const reorder = (scenario: string, order: readonly number[]): Flaw =>
  inScenario(scenario, (frames) => order.map((place) => frames[place]!));

/** Servers that keep to the rules in ways of their own; some of MAIL's own are among them. */
export const habits: Habit[] = [
  {
    name: 'closes connections that it said it would keep',
    habit: () => ({ closing: true }),
    about: ['N03', 'N43', 'N50', 'B09', 'S01'],
  },
  {
    name: 'remembers an unknown task that somebody wanted to continue',
    habit: () => {
      const asked = new Set<unknown>();
      return {
        answers: (answer, { text }) => {
          if (!text.includes('"resume_from"')) return answer;
          const { task_id: taskId, stream } = asObject(JSON.parse(text));
          const isKnown = asked.has(taskId);
          asked.add(taskId);
          return isKnown && stream === true && answer.frames?.length === 1
            ? failed(500, 'the task has failed')
            : answer;
        },
      };
    },
    about: ['B15'],
  },
  // The usual order: user, text, to all, to all, math calls, math's mail, weather calls, weather's mail, completion.
  {
    name: 'lets math answer first',
    habit: () => reorder('text', [0, 1, 2, 3, 4, 5, 8, 9, 10, 11]),
    about: ['D-text'],
  },
  {
    name: 'lets weather answer first, and nobody else',
    habit: () => reorder('text', [0, 1, 2, 3, 6, 7, 8, 9, 10, 11]),
    about: ['D-text'],
  },
  // The usual order: user, call, sent, received, answer, three of the completion, sent, end.
  {
    name: 'knows that a letter has arrived only after its answer',
    habit: () => reorder('interswarm', [0, 1, 3, 4, 2, 5, 6, 7, 8, 9]),
    about: ['D-interswarm'],
  },
  {
    name: 'ends a stream before the last letter has arrived',
    habit: () => reorder('interswarm', [0, 1, 2, 3, 4, 5, 6, 7, 9]),
    about: ['D-interswarm'],
  },
  // The usual order: user, request, wait, waiting, the request's mail, ...
  {
    name: 'delivers mail with the call that sends it',
    habit: () => reorder('delegate', [0, 1, 4, 2, 3, ...Array.from({ length: 10 }, (_, index) => index + 5)]),
    about: ['D-delegate', 'D-thoughts'],
  },
];
