import { isJSONObject, mailMessageWire } from '@posthouse/protocol';
import { expectThat } from '../findings/expect-that.ts';
import { Unmet } from '../findings/verdict.ts';
import { asObject } from '../http/exchange.ts';
import type { Lab } from '../lab/lab.ts';
import type { RuleCheck } from './check.ts';

/** The id and the recipient keys of each payload. */
const PAYLOADS: Readonly<Record<string, { id: string; to: 'recipient' | 'recipients' }>> = {
  request: { id: 'request_id', to: 'recipient' },
  response: { id: 'request_id', to: 'recipient' },
  broadcast: { id: 'broadcast_id', to: 'recipients' },
  interrupt: { id: 'interrupt_id', to: 'recipients' },
  broadcast_complete: { id: 'broadcast_id', to: 'recipients' },
};

/** Checks of what messages look like on the wire. */
export const messageChecks: RuleCheck[] = [
  {
    id: 'N01',
    run: async (lab) => {
      const found = await lab.everyMessage();
      for (const { recording, message } of found) {
        const { success, error } = mailMessageWire.schema.safeParse(message);
        if (success) continue;
        const seen = `${JSON.stringify(message)}: ${error.issues.map(({ path, message: text }) => `${path.join('.')} ${text}`).join('; ')}`;
        const asReference = mailMessageWire.schema.safeParse(withoutNulls(message)).success;
        expectThat(recording.exchange, false, { expected: 'messages that the MAIL schema allows', seen, asReference });
      }
      // Only what agents send to each other shows whether nulls are left out.
      const agentMail = found.some(({ message }) => message.msg_type === 'response' && senderOf(message) === 'agent');
      return agentMail ? ['nulls-omitted'] : [];
    },
  },
  {
    id: 'N02',
    run: async (lab) => {
      const body = await lab.plainBody();
      for (const type of [5, 'bogus']) {
        const exchange = await lab.message({ body, msg_type: type });
        expectThat(exchange, exchange.answer.status === 400, {
          expected: `400 for the message type ${JSON.stringify(type)}`,
        });
      }
    },
  },
  { id: 'N05', run: (lab) => expectPayload(lab, 'request') },
  { id: 'N06', needs: ['scenarios'], run: (lab) => expectPayload(lab, 'response') },
  { id: 'N07', needs: ['scenarios'], run: (lab) => expectPayload(lab, 'broadcast') },
  { id: 'N08', needs: ['scenarios'], run: (lab) => expectPayload(lab, 'interrupt') },
  { id: 'N09', run: (lab) => expectPayload(lab, 'broadcast_complete') },
  {
    id: 'N16',
    run: async (lab) => {
      for (const { recording, message } of await lab.everyMessage()) {
        const payload = asObject(message.message);
        const { to } = PAYLOADS[String(message.msg_type)] ?? { to: 'recipient' };
        const other = to === 'recipient' ? 'recipients' : 'recipient';
        const holds = to in payload && (payload[other] ?? null) === null;
        const expected = `${to}, and no ${other}, in a ${String(message.msg_type)}`;
        expectThat(recording.exchange, holds, { expected, seen: JSON.stringify(payload) });
      }
    },
  },
  {
    id: 'N17',
    run: async (lab) => {
      const body = '<note lang="de">{"a": [1, "ü"]}</note>\n\t- and "more" & 🚀';
      const { exchange, frames } = await lab.stream({ body });
      const first = frames.find(({ event }) => event === 'new_message');
      const shown = asObject(asObject(asObject(first?.data.extra_data).full_message).message).body;
      expectThat(exchange, shown === body, {
        expected: `the body ${JSON.stringify(body)}`,
        seen: JSON.stringify(shown),
      });
    },
  },
];

async function expectPayload(lab: Lab, type: string): Promise<void> {
  const found = (await lab.everyMessage()).filter(({ message }) => message.msg_type === type);
  if (found.length === 0) throw new Unmet({ expected: `a message of type ${type} in the streams`, seen: 'none' });
  const { id, to } = PAYLOADS[type]!;
  for (const { recording, message } of found) {
    const payload = asObject(message.message);
    const texts = ['task_id', id, 'subject', 'body'].every((key) => typeof payload[key] === 'string');
    const recipients = to === 'recipient' ? [payload.recipient] : payload.recipients;
    const addressed = Array.isArray(recipients) && recipients.length > 0 && recipients.every(isAddress);
    expectThat(recording.exchange, texts && addressed && isAddress(payload.sender), {
      expected: `task_id, ${id}, sender, ${to}, subject and body in a ${type}`,
      seen: JSON.stringify(payload),
    });
  }
}

function isAddress(value: unknown): boolean {
  return isJSONObject(value) && typeof value.address_type === 'string' && typeof value.address === 'string';
}

function senderOf(message: Record<string, unknown>): unknown {
  return asObject(asObject(message.message).sender).address_type;
}

function withoutNulls(message: Record<string, unknown>): unknown {
  return JSON.parse(JSON.stringify(message, (_key, value: unknown) => (value === null ? undefined : value)));
}
