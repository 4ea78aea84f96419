import type { DifferenceId } from '../findings/differences.ts';
import { asObject } from '../http/exchange.ts';
import { frame, instead } from './flaws.ts';
import { failed, ok, type SampleAnswer, type SampleRequest } from './sample-answer.ts';
import type { Flaw } from './sample-server.ts';

/** A way to do better than MAIL's own server, and exactly the checks that have to see it. */
export type Improvement = { difference: DifferenceId; change: () => Flaw; seenBy: string[] };

const detailOf = (answer: SampleAnswer): string => String(asObject(answer.json).detail ?? '');

/** Answers with this status where MAIL's own server says something like that. */
const status = (code: number, said: RegExp): Flaw =>
  instead(failed(code, 'better'), ({ given }) => said.test(detailOf(given)));

const isOpenUI = ({ path, authorization }: SampleRequest): boolean =>
  path.startsWith('/ui/') && authorization === undefined;

/** Repairs and additions, one at a time. */
export const improvements: Improvement[] = [
  { difference: 'own-words', change: () => status(404, /^Not Found$/), seenBy: ['B29'] },
  {
    difference: 'task-by-query',
    change: () => ({
      answers: (given, { query }) => (query.has('task_id') ? ok({ task_id: query.get('task_id') }) : given),
    }),
    seenBy: ['B35'],
  },
  {
    difference: 'entrypoint-checked',
    change: () => instead(failed(400, 'no such entrypoint'), ({ body }) => body.entrypoint !== undefined),
    seenBy: ['N31'],
  },
  { difference: 'message-type-is-400', change: () => status(400, /not implemented for this method/), seenBy: ['B13'] },
  {
    difference: 'kwargs-collision-ignored',
    change: () => instead(ok({ response: 'fine', events: null }), ({ body }) => 'body' in asObject(body.kwargs)),
    seenBy: ['B14'],
  },
  { difference: 'peer-is-502', change: () => status(502, /^error registering swarm/), seenBy: ['B17'] },
  {
    difference: 'loaded-beside',
    change: () => ({
      answers: (given, { path }) =>
        path === '/status' && given.status === 200
          ? ok({ ...asObject(given.json), swarm: { name: 'conformance', status: 'ready' } })
          : given,
    }),
    seenBy: ['B37'],
  },
  {
    difference: 'bad-swarm-is-400',
    change: () => status(400, /^error loading swarm/),
    seenBy: ['N11', 'N13', 'B18'],
  },
  {
    difference: 'spec-variants',
    change: () => ({
      answers: (given, { path, text }) => {
        if (path === '/') return { ...given, json: { ...asObject(given.json), version: '1.3' } };
        if (path === '/swarms/register') {
          const { swarm_name: name } = asObject(JSON.parse(text));
          return ok({ status: 'registered', swarm_name: name });
        }
        const alias = path === '/message' && text.startsWith('{"message"');
        return alias ? ok({ response: 'done-simple', events: null }) : given;
      },
    }),
    seenBy: ['N03', 'N46', 'B34'],
  },
  {
    difference: 'stream-ids',
    change: () => {
      let count = 0;
      return frame(undefined, (each) => (each.event === 'ping' ? each : { ...each, id: String((count += 1)) }));
    },
    seenBy: ['S02'],
  },
  {
    difference: 'added-frames',
    change: () => ({
      answers: (given) => {
        // One that tells of an unknown task stays alone.
        if (given.frames === undefined || given.frames.length === 1) return given;
        return { ...given, frames: [{ event: 'run_started', data: given.frames[0]!.data }, ...given.frames] };
      },
    }),
    seenBy: ['S03'],
  },
  {
    difference: 'added-keys',
    change: () => frame('task_complete', (each) => ({ ...each, data: { ...each.data, status: 'complete' } })),
    seenBy: ['S04'],
  },
  {
    difference: 'ui-behind-auth',
    change: () => ({ answers: (given, request) => (isOpenUI(request) ? failed(401, 'no API key provided') : given) }),
    seenBy: ['B27', 'B31'],
  },
  {
    difference: 'responses-as-object',
    change: () => ({
      answers: (given, { path }) =>
        path === '/responses' && given.status === 200 ? ok(JSON.parse(String(given.json))) : given,
    }),
    seenBy: ['B32'],
  },
  {
    difference: 'forward-joins',
    change: () => ({
      answers: (given, { text }) => {
        if (!/already exists/.test(detailOf(given))) return given;
        const { task_id } = asObject(asObject(asObject(JSON.parse(text)).message).payload);
        return ok({ status: 'success', task_id });
      },
    }),
    seenBy: ['B20'],
  },
  {
    difference: 'bad-wrapper-is-4xx',
    change: () => status(400, /wrong swarm|unknown local agent|'task_id'|task contributor|unknown swarm endpoint/),
    seenBy: ['B21', 'B24', 'B25'],
  },
];

/** What comes with playing scenarios better. */
export const BETTER_SCENARIOS: Record<string, DifferenceId[]> = {
  'D-action_raises': ['action-error'],
  'D-broadcast_targets': ['broadcast-targets'],
  'D-max_steps': ['limit-keeps-message'],
  'D-raise': ['one-failure'],
  'D-text': ['text-not-broadcast'],
  'D-weathertc': ['completion-needs-permission'],
};

/** The sins of MAIL's own server that it has in common with nobody: rules it breaks, each known as such. */
export const referenceFlaws: { id: string; change: () => Flaw }[] = [
  {
    id: 'N01',
    change: () =>
      frame('new_message', (each) => {
        const envelope = asObject(asObject(each.data.extra_data).full_message);
        const message = { ...asObject(envelope.message), sender_swarm: null };
        return { ...each, data: { ...each.data, extra_data: { full_message: { ...envelope, message } } } };
      }),
  },
  {
    id: 'N13',
    change: () =>
      instead(
        ok({ status: 'success', swarm_name: 'x' }),
        ({ path, text }) => path === '/swarms/load' && text.includes('\\"all\\"'),
      ),
  },
  {
    id: 'N51',
    change: () =>
      instead(
        { status: 500, text: 'Internal Server Error' },
        ({ method, path, text }) => method === 'GET' && path === '/task' && text === '',
      ),
  },
  { id: 'B33', change: () => instead({ hang: true }, ({ body }) => body.resume_from === 'bogus') },
];
