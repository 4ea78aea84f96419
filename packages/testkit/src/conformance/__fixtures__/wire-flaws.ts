import { asObject } from '../http/exchange.ts';
import type { Frame } from '../streams/parse-stream.ts';
import { frame, frames, inScenario, json, type KnownFlaw, mail, payload, scenarioOf, without } from './flaws.ts';

const swap = <Item>(items: Item[], a: number, b: number): Item[] =>
  items.map((item, index) => (index === a ? items[b]! : index === b ? items[a]! : item));

/** The scenarios that the supervisor completes. */
const COMPLETING = [
  'D-simple',
  'D-delegate',
  'D-broadcast',
  'D-broadcast_targets',
  'D-interrupt',
  'D-dup',
  'D-builtin',
  'D-badtarget',
  'D-badargs',
  'D-unknown_action',
  'D-forbidden_action',
  'D-ack_wrong',
  'D-await_bad',
  'D-text',
  'D-weathertc',
  'D-action_raises',
  'D-max_steps',
  'D-resume',
  'D-resume_list',
  'D-multi_turn',
  'D-interswarm',
];

/** The scenarios whose streams are compared. */
const STREAMED = [...COMPLETING, 'D-raise', 'D-breakpoint'];

/** Mistakes in messages and streams. */
export const wireFlaws: KnownFlaw[] = [
  {
    name: 'sends nulls where the schema wants texts',
    flaw: () => payload('response', (content) => ({ ...content, sender_swarm: null, recipient_swarm: null })),
    fails: ['N01'],
  },
  {
    name: 'sends keys that the schema does not know',
    flaw: () => mail((envelope) => ({ ...envelope, mood: 'fine' })),
    fails: ['N01'],
  },
  {
    name: 'leaves the id out of requests',
    flaw: () => payload('request', (content) => without(content, 'request_id')),
    fails: ['N01', 'N05'],
  },
  {
    name: 'leaves the id out of responses',
    flaw: () => payload('response', (content) => without(content, 'request_id')),
    fails: ['N01', 'N06'],
  },
  {
    name: 'leaves the id out of broadcasts',
    flaw: () => payload('broadcast', (content) => without(content, 'broadcast_id')),
    fails: ['N01', 'N07'],
  },
  {
    name: 'leaves the id out of interrupts',
    flaw: () => payload('interrupt', (content) => without(content, 'interrupt_id')),
    fails: ['N01', 'N08'],
  },
  {
    name: 'leaves the subject out of completions',
    flaw: () => payload('broadcast_complete', (content) => ({ ...content, subject: 5 })),
    fails: ['N01', 'N09', ...COMPLETING],
  },
  {
    name: 'has one recipient in broadcasts',
    flaw: () =>
      payload('broadcast', (content) => ({
        ...without(content, 'recipients'),
        recipient: asObject([content.recipients].flat()[0]),
      })),
    fails: ['N01', 'N07', 'N16'],
  },
  {
    name: 'completes to the supervisor instead of to all',
    flaw: () =>
      payload('broadcast_complete', (content) => ({
        ...content,
        recipients: [{ address_type: 'agent', address: 'supervisor' }],
      })),
    fails: ['N12', ...COMPLETING],
  },
  {
    name: 'writes under another name of the user',
    flaw: () =>
      mail((envelope, content) =>
        asObject(content.sender).address_type === 'user'
          ? { ...envelope, message: { ...content, sender: { address_type: 'user', address: 'somebody' } } }
          : envelope,
      ),
    fails: ['N10'],
  },
  {
    name: 'calls the system system',
    flaw: () =>
      mail((envelope, content) =>
        asObject(content.sender).address_type === 'system'
          ? { ...envelope, message: { ...content, sender: { address_type: 'system', address: 'system' } } }
          : envelope,
      ),
    fails: ['N14'],
  },
  {
    name: 'escapes bodies',
    flaw: () =>
      mail((envelope, content) => ({
        ...envelope,
        message: { ...content, body: String(content.body).replaceAll('<', '&lt;') },
      })),
    fails: ['N17'],
  },
  { name: 'ends lines with LF', flaw: () => ({ bytes: (stream) => stream.replaceAll('\r\n', '\n') }), fails: ['S02'] },
  { name: 'leaves out the last empty line', flaw: () => ({ bytes: (stream) => stream.slice(0, -2) }), fails: ['S02'] },
  { name: 'sends comments', flaw: () => ({ bytes: (stream) => `: hello\r\n\r\n${stream}` }), fails: ['S02'] },
  {
    name: 'puts data before the event',
    flaw: () => ({ bytes: (stream) => stream.replaceAll(/(event: .*)\r\n(data: .*)\r\n/g, '$2\r\n$1\r\n') }),
    fails: ['S02'],
  },
  {
    name: 'splits data over lines',
    flaw: () => ({ bytes: (stream) => stream.replaceAll('"task_id"', '\r\ndata: "task_id"') }),
    fails: ['S02'],
  },
  { name: 'repeats ids', flaw: () => frame(undefined, (each) => ({ ...each, id: '7' })), fails: ['S02', 'S07'] },
  {
    name: 'invents names with capitals',
    flaw: () => frames((all) => [{ ...all[0]!, event: 'Hello' }, ...all]),
    fails: ['B15', 'S03'],
  },
  {
    name: 'hides messages',
    flaw: () => frames((all) => all.filter(({ event }) => event !== 'new_message')),
    fails: [
      'N01',
      'N05',
      'N06',
      'N07',
      'N08',
      'N09',
      'N10',
      'N12',
      'N14',
      'N16',
      'N17',
      'N29',
      'N30',
      'N53',
      'S03',
      'S06',
      ...STREAMED,
    ],
  },
  {
    name: 'writes times without a zone',
    flaw: () => frame(undefined, (each) => ({ ...each, data: { ...each.data, timestamp: '2026-01-31 12:00' } })),
    fails: ['S04'],
  },
  {
    name: 'leaves the description out',
    flaw: () => frame('tool_call', (each) => ({ ...each, data: without(each.data, 'description') })),
    fails: ['N30', 'S04', 'D-breakpoint', ...COMPLETING],
  },
  {
    name: 'leaves extra_data out',
    flaw: () => frame('tool_call', (each) => ({ ...each, data: without(each.data, 'extra_data') })),
    fails: ['N30', 'S04', 'D-breakpoint', 'D-thoughts', ...COMPLETING],
  },
  {
    name: 'does not name the task in frames',
    flaw: () => frame(undefined, (each) => ({ ...each, data: without(each.data, 'task_id') })),
    fails: ['N18', 'N19', 'S04', 'S07'],
  },
  {
    name: 'goes on after the end',
    flaw: () => frames((all) => [...all, all[0]!]),
    fails: ['N15', 'B15', 'S04', 'S05', 'S06', ...STREAMED],
  },
  {
    name: 'ends without a response',
    flaw: () => frame('task_complete', (each) => ({ ...each, data: without(each.data, 'response') })),
    fails: ['N15', 'S04', 'S05', 'D-breakpoint', ...COMPLETING],
  },
  { name: 'ends twice', flaw: () => frames((all) => [...all, all.at(-1)!]), fails: ['B15', 'S04', 'S05', ...STREAMED] },
  {
    name: 'says that a stream is JSON',
    flaw: () => ({
      answers: (answer) =>
        answer.frames === undefined ? answer : { ...answer, headers: { 'content-type': 'application/json' } },
    }),
    fails: ['S01'],
  },
  {
    name: 'lets proxies cache streams',
    flaw: () => ({
      answers: (answer) =>
        answer.frames === undefined ? answer : { ...answer, headers: { 'cache-control': 'public' } },
    }),
    fails: ['S01'],
  },
  {
    name: 'repeats earlier turns in a stream',
    flaw: () => {
      const earlier = new Map<unknown, Frame[]>();
      return frames((all) => {
        const id = all[0]?.data.task_id;
        const shown = [...(earlier.get(id) ?? []), ...all];
        earlier.set(id, shown.slice(0, -1));
        return shown;
      });
    },
    fails: ['S06', 'D-multi_turn'],
  },
  {
    name: 'leaves the stream of a breakpoint open',
    flaw: () => ({
      answers: (answer, request) =>
        answer.frames !== undefined && scenarioOf(request) === 'breakpoint' ? { ...answer, open: true } : answer,
    }),
    fails: ['S05', 'S08'],
  },
  {
    name: 'pings with more than it should',
    flaw: () => frame('ping', (each) => ({ ...each, data: { ...each.data, mood: 'fine' } })),
    fails: ['S07'],
  },
  {
    name: 'hides reasoning',
    flaw: () =>
      frame('tool_call', (each) => ({
        ...each,
        data: { ...each.data, extra_data: without(asObject(each.data.extra_data), 'reasoning', 'preamble') },
      })),
    fails: ['D-thoughts'],
  },
  {
    name: 'lets agents answer before they are asked',
    flaw: () => inScenario('delegate', (all) => swap(all, 4, 5)),
    fails: ['N30', 'D-delegate'],
  },
  {
    name: 'forgets what an action said',
    flaw: () => inScenario('delegate', (all) => all.filter(({ event }) => event !== 'action_complete')),
    fails: ['D-delegate'],
  },
  {
    name: 'shows a broadcast once for all',
    flaw: () => inScenario('broadcast', (all) => all.filter((_frame, index) => index !== 3)),
    fails: ['D-broadcast'],
  },
  {
    name: 'completes twice without a word',
    flaw: () => inScenario('dup', (all) => all.filter(({ event }) => event !== 'task_complete_call_duplicate')),
    fails: ['D-dup'],
  },
  {
    name: 'does not tell that somebody may not be written to',
    flaw: () => inScenario('badtarget', (all) => all.filter((_frame, index) => index !== 3)),
    fails: ['N29', 'N53', 'D-badtarget'],
  },
  {
    name: 'lets interrupts wait',
    flaw: () =>
      inScenario('priority', (all) =>
        all.map((each) =>
          'response' in each.data ? { ...each, data: { ...each.data, response: 'low middle high' } } : each,
        ),
      ),
    fails: ['N15'],
  },
  {
    name: 'shows events as text',
    flaw: () =>
      json('POST /message', (body) =>
        Array.isArray(body.events)
          ? {
              ...body,
              events: body.events.map((each) => ({ ...asObject(each), data: JSON.stringify(asObject(each).data) })),
            }
          : body,
      ),
    fails: ['N20', 'S09'],
  },
  {
    name: 'lists events nobody asked for',
    flaw: () => json('POST /message', (body) => ({ ...body, events: body.events ?? [] })),
    fails: ['S09'],
  },
];
