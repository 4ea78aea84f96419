import { describe, expect, test } from 'vitest';
import { actor } from '../__fixtures__/play.ts';
import { callOf } from '../__fixtures__/decision-state.ts';
import { defineSwarm } from '../definitions/define-swarm.ts';
import {
  agentAddress,
  composeBroadcast,
  composeInterrupt,
  composeRequest,
  systemAddress,
} from '../messages/compose-messages.ts';
import { deliver } from './deliver.ts';
import { reprompt } from './reprompt.ts';

const place = { taskId: 't', swarm: 'desk' };
const definition = defineSwarm({
  name: 'desk',
  version: '1.0.0',
  entrypoint: 'boss',
  agents: [
    actor('boss', [], { commTargets: ['math', 'weather'], enableEntrypoint: true, canCompleteTasks: true }),
    actor('math', [], { commTargets: ['boss'] }),
    actor('weather', [], { commTargets: ['boss'] }),
  ],
});
const to = (message: ReturnType<typeof composeRequest>) =>
  deliver([message], { run: 1, agent: 'boss', turn: 2 }, definition);
const sender = agentAddress('boss');

describe('delivering', () => {
  test('makes one entry and one piece of mail per recipient', () => {
    const { entries, put } = to(composeRequest(place, { sender, recipient: 'math', subject: 's', body: 'b' }));
    expect(entries).toMatchObject([{ run: 1, agent: 'boss', turn: 2, type: 'message', to: 'math' }]);
    expect(put).toMatchObject([{ mailbox: 'math', tier: 5, run: 1 }]);
  });

  test('a broadcast is not delivered to its sender', () => {
    const { put } = to(composeBroadcast(place, { sender, recipients: ['all'], subject: 's', body: 'b' }));
    expect(put.map((mail) => [mail.mailbox, mail.tier])).toEqual([
      ['math', 4],
      ['weather', 4],
    ]);
  });

  test('sends a broadcast of the system to everyone', () => {
    const { put } = to(
      composeBroadcast(place, { sender: systemAddress('desk'), recipients: ['all'], subject: 's', body: 'b' }),
    );
    expect(put.map((mail) => mail.mailbox)).toEqual(['boss', 'math', 'weather']);
  });

  test('gives nobody the same message twice', () => {
    const { put } = to(
      composeBroadcast(place, { sender, recipients: ['math', 'all', 'math'], subject: 's', body: 'b' }),
    );
    expect(put.map((mail) => mail.mailbox)).toEqual(['math', 'weather']);
  });

  test('puts an interrupt before other mail of agents', () => {
    expect(to(composeInterrupt(place, { sender, recipient: 'math', subject: 's', body: 'b' })).put[0]!.tier).toBe(3);
  });

  test('puts mail to another swarm into the mailbox of that swarm', () => {
    const { entries, put } = to(composeRequest(place, { sender, recipient: 'oracle@delphi', subject: 's', body: 'b' }));
    expect([entries[0], put[0]]).toMatchObject([{ to: 'oracle@delphi' }, { mailbox: '@delphi' }]);
  });
});

describe('the mail that gives an agent its next turn', () => {
  const success = { status: 'success', content: 'ok' } as const;
  const subjects = (...calls: ReturnType<typeof callOf>[]) =>
    reprompt(calls, 'math', place).map(({ message }) => message.subject);

  test('says that actions are done', () => {
    const [message] = reprompt([callOf('add', { result: success })], 'math', place);
    expect(message).toMatchObject({
      msgType: 'broadcast',
      message: { subject: '::action_complete::', body: 'Action completed successfully' },
    });
  });

  test('lists the actions that failed (Q33)', () => {
    const failed = callOf('add', { result: { status: 'error', content: 'no' } });
    const [message] = reprompt([callOf('sum', { result: success }), failed], 'math', place);
    expect(message).toMatchObject({
      msgType: 'response',
      message: { subject: '::action_error::', body: 'Error: add\nno' },
    });
  });

  test('a breakpoint gives an agent only a signal for its next turn', () => {
    expect(subjects(callOf('ask', { kind: 'breakpoint', result: success }))).toEqual(['::action_complete_broadcast::']);
  });

  test('calls of MAIL tools and built-in ones need no mail for the next turn', () => {
    expect(
      subjects(
        callOf('send_request', { kind: 'mail', result: success }),
        callOf('web', { kind: 'builtin', result: success }),
      ),
    ).toEqual([]);
  });
});
