import { expectThat } from '../findings/expect-that.ts';
import type { Seen } from '../findings/verdict.ts';
import { asObject, type Exchange } from '../http/exchange.ts';
import type { Lab, Recording } from '../lab/lab.ts';
import type { RuleCheck } from './check.ts';
import { loadSwarm, smallSwarm } from './load-swarm.ts';

/** Checks of who is called what, and who is heard first. */
export const addressChecks: RuleCheck[] = [
  {
    id: 'N10',
    run: async (lab) => {
      const { id, role } = await lab.whoami();
      const again = await lab.get('/whoami');
      const same = asObject(JSON.parse(again.answer.text)).id === id;
      expectThat(again, id !== '' && same, { expected: `the same id ${JSON.stringify(id)} each time` });
      const { recording, message } = (await lab.everyMessage())[0]!;
      const sender = asObject(asObject(message.message).sender);
      const expected = `the sender ${JSON.stringify({ address_type: role, address: id })}, as /whoami says`;
      const holds = sender.address === id && sender.address_type === role;
      expectThat(recording.exchange, holds, { expected, seen: JSON.stringify(sender) });
    },
  },
  {
    id: 'N11',
    needs: ['admin', 'changes'],
    run: async (lab) => {
      const exchange = await loadSwarm(lab, smallSwarm({ helpers: ['twin', 'twin'] }));
      return expectRefused(exchange, 'a swarm with two agents of one name');
    },
  },
  {
    id: 'N12',
    run: async (lab) => {
      const { recording, payload } = await completionOf(lab);
      const everyone = [{ address_type: 'agent', address: 'all' }];
      const holds = JSON.stringify(sorted(payload.recipients)) === JSON.stringify(sorted(everyone));
      const expected = `recipients ${JSON.stringify(everyone)}`;
      expectThat(recording.exchange, holds, { expected, seen: JSON.stringify(payload.recipients) });
    },
  },
  {
    id: 'N13',
    needs: ['admin', 'changes'],
    run: async (lab) => {
      const exchange = await loadSwarm(lab, smallSwarm({ helpers: ['all'] }));
      return [...expectRefused(exchange, 'a swarm with an agent called all', true), 'names-checked'];
    },
  },
  {
    id: 'N14',
    needs: ['scenarios'],
    run: async (lab) => {
      const name = await lab.swarmName();
      const { exchange, frames } = await lab.play('delegate');
      const senders = frames
        .map(({ data }) => asObject(asObject(asObject(asObject(data.extra_data).full_message).message).sender))
        .filter((sender) => sender.address_type === 'system');
      const holds = senders.length > 0 && senders.every((sender) => sender.address === name);
      expectThat(exchange, holds, { expected: `the system to write as ${name}`, seen: JSON.stringify(senders) });
    },
  },
  {
    id: 'N15',
    needs: ['scenarios'],
    run: async (lab) => {
      const { exchange, frames } = await lab.play('priority');
      const order = frames.at(-1)?.data.response;
      const expected =
        'weather to read what waits for it in the order high (interrupt), middle (broadcast), low (request)';
      expectThat(exchange, order === 'high middle low', { expected, seen: String(order) });
    },
  },
];

/** The message that completes the task, in the stream of a completed one. */
async function completionOf(lab: Lab): Promise<{ recording: Recording; payload: Record<string, unknown> }> {
  const recording = await lab.completed();
  const envelope = recording.frames
    .map(({ data }) => asObject(asObject(data.extra_data).full_message))
    .find(({ msg_type: type }) => type === 'broadcast_complete');
  expectThat(recording.exchange, envelope !== undefined, {
    expected: 'a new_message frame with a broadcast_complete',
    seen: recording.frames.map(({ event }) => event).join(', '),
  });
  return { recording, payload: asObject(envelope?.message) };
}

function expectRefused(exchange: Exchange, what: string, asReference = false): Seen {
  const { status } = exchange.answer;
  expectThat(exchange, status >= 400, { expected: `an error for ${what}`, asReference });
  return status < 500 ? ['bad-swarm-is-400'] : [];
}

function sorted(value: unknown): unknown {
  return Array.isArray(value)
    ? value.map((item) => Object.fromEntries(Object.entries(asObject(item)).toSorted(([a], [b]) => (a < b ? -1 : 1))))
    : value;
}
