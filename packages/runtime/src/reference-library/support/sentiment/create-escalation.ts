import { createHash } from 'node:crypto';
import { action } from '../../../definitions/action.ts';
import { z } from 'zod';

const TEAMS = {
  high: { assigned_to: 'senior support', sla_target: '4 hours' },
  urgent: { assigned_to: 'on-call support', sla_target: '1 hour' },
} as const;

export type Escalation = {
  success: true;
  message: string;
  escalation: {
    escalation_id: string;
    ticket_id: string;
    reason: string;
    priority: keyof typeof TEAMS;
    status: 'open';
    assigned_to: string;
    sla_target: string;
  };
};

/**
 * Hands a ticket to a person. The number follows from what is handed over, so doing it twice makes one escalation.
 *
 * @example
 * escalate('T-1', 'wants a manager', 'urgent').escalation.sla_target; // '1 hour'
 */
export function escalate(ticketId: string, reason: string, priority: keyof typeof TEAMS): Escalation {
  const digest = createHash('sha256')
    .update(JSON.stringify([ticketId, reason, priority]))
    .digest('hex');
  const escalationId = `ESC-${digest.slice(0, 8).toUpperCase()}`;
  const { assigned_to, sla_target } = TEAMS[priority];
  return {
    success: true,
    message: `Ticket ${ticketId} was escalated to ${assigned_to} as ${escalationId}.`,
    escalation: {
      escalation_id: escalationId,
      ticket_id: ticketId,
      reason,
      priority,
      status: 'open',
      assigned_to,
      sla_target,
    },
  };
}

/** `create_escalation`: hands a ticket to a person. */
export const createEscalation = action({
  name: 'create_escalation',
  description: 'Hand a ticket over to a person.',
  parameters: z.object({
    ticket_id: z.string().trim().min(1).max(100).describe('The number of the ticket.'),
    reason: z.string().trim().min(1).max(2_000).describe('Why a person should take over.'),
    priority: z.enum(['high', 'urgent']),
  }),
  idempotent: true,
  execute: ({ ticket_id, reason, priority }) => escalate(ticket_id, reason, priority),
});
