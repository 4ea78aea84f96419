import type { HostEvent } from '../host-event.ts';
import type { RunState } from './run-state.ts';
import type { RunWriter } from './run-writer.ts';

/** Writes the driver's own events; returns false for an event of the program. */
export function translateHostEvent<State extends RunState>(
  event: { readonly type: string } | HostEvent,
  writer: RunWriter<State>,
): boolean {
  if (event.type === 'posthouse.approval-requested') {
    writer.requestApproval(event as Extract<HostEvent, { type: 'posthouse.approval-requested' }>);
    return true;
  }
  if (event.type === 'posthouse.approval-answered') {
    const { approvalId, approved } = event as Extract<HostEvent, { type: 'posthouse.approval-answered' }>;
    writer.approvalAnswered(approvalId, approved);
    return true;
  }
  return false;
}
