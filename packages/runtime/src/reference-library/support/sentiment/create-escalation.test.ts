import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runExample } from '../../__fixtures__/run-example.ts';
import { createEscalation, escalate } from './create-escalation.ts';

test('an escalation names the team and by when it answers', () => {
  expect(escalate('T-1', 'wants a manager', 'urgent')).toEqual({
    success: true,
    message: expect.stringMatching(/^Ticket T-1 was escalated to on-call support as ESC-[0-9A-F]{8}\.$/),
    escalation: {
      escalation_id: expect.stringMatching(/^ESC-[0-9A-F]{8}$/),
      ticket_id: 'T-1',
      reason: 'wants a manager',
      priority: 'urgent',
      status: 'open',
      assigned_to: 'on-call support',
      sla_target: '1 hour',
    },
  });
  expect(escalate('T-1', 'x', 'high').escalation.sla_target).toBe('4 hours');
});

test('the same input is the same escalation, anything else another', () => {
  const input = fc.tuple(fc.string(), fc.string(), fc.constantFrom('high' as const, 'urgent' as const));
  fc.assert(
    fc.property(input, input, (a, b) => {
      expect(escalate(...a)).toEqual(escalate(...a));
      const isSame = JSON.stringify(a) === JSON.stringify(b);
      expect(escalate(...a).escalation.escalation_id === escalate(...b).escalation.escalation_id).toBe(isSame);
    }),
  );
});

test('the action refuses incomplete input', async () => {
  const input = { ticket_id: ' T-1 ', reason: ' r ', priority: 'high' };
  expect(await runExample(createEscalation, input)).toMatchObject({ escalation: { ticket_id: 'T-1', reason: 'r' } });
  for (const change of [{ ticket_id: '' }, { reason: ' ' }, { priority: 'low' }, { reason: 'x'.repeat(2_001) }]) {
    await expect(runExample(createEscalation, { ...input, ...change })).rejects.toMatchObject({
      code: 'action_failed',
    });
  }
});
