import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MESSAGE_TYPES } from '@posthouse/protocol';
import { expect, test } from 'vitest';
import { toHelpText } from './to-help-text.ts';
import { toProtocolText } from './to-protocol-text.ts';

const text = toProtocolText();

test('the help has the whole protocol, in seven sections', () => {
  const request = { summary: false, identity: false, topics: [], protocol: true, agent: 'a', swarm: 's' };
  expect(toHelpText(request).body).toBe(`===== FULL MAIL PROTOCOL SPECIFICATION =====\n${text}`);
  expect(text.match(/^--- .* ---$/gm)).toEqual([
    '--- 1. Messages ---',
    '--- 2. Addresses ---',
    '--- 3. Order of reading ---',
    '--- 4. Tasks ---',
    '--- 5. Messages of the system ---',
    '--- 6. Errors ---',
    '--- 7. Between swarms ---',
  ]);
});

test('the protocol is long enough to say everything and short enough for a prompt', () => {
  expect(text.length).toBeGreaterThan(5_000);
  expect(text.length).toBeLessThan(9_000);
});

test('the protocol has every type of message with the fields of its payload', () => {
  for (const type of MESSAGE_TYPES) expect(text).toContain(`\n${type}: `);
  expect(text).toContain('an envelope (id, timestamp, msg_type, message)');
  expect(text).toContain(
    'Payload: task_id, sender, subject, body, sender_swarm?, routing_info?, recipient, recipient_swarm?, request_id.',
  );
  expect(text).toContain('recipients, recipient_swarms?, interrupt_id.');
  expect(text).toContain(
    'message_id, source_swarm, target_swarm, timestamp, task_owner, task_contributors, auth_token?',
  );
});

test('the protocol has the tiers in which mail is read', () => {
  expect(text).toContain(
    [
      '1: anything from system',
      '2: anything from admin; anything from user',
      '3: interrupt or broadcast_complete from agent',
      '4: broadcast from agent',
      '5: request or response from agent',
    ].join('\n'),
  );
});

test('the protocol explains every subject that the system writes, and no other', async () => {
  const written = new Set<string>();
  const source = join(import.meta.dirname, '..');
  for await (const file of glob('**/*.ts', { cwd: source })) {
    if (/\.test\.ts$|__fixtures__|to-protocol-text/.test(file)) continue;
    for (const [, subject] of (await readFile(join(source, file), 'utf8')).matchAll(/'(::[a-z_]+::)'/g)) {
      written.add(subject!);
    }
  }
  expect([...text.matchAll(/^::[a-z_]+::/gm)].map(([subject]) => subject).toSorted()).toEqual([...written].toSorted());
});
