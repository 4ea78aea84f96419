/**
 * What a driver adds to the events of its runtime, because the runtime asks for it in a callback or a request instead of
 * saying it in its stream. Recordings contain them like any other event.
 */
export type HostEvent = ApprovalRequested | ApprovalAnswered;

/** The runtime waits for somebody to allow a call. */
export interface ApprovalRequested {
  readonly type: 'posthouse.approval-requested';
  readonly approvalId: string;
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: unknown;
}

/** The wait is over; the runtime's own events tell what became of the call. */
export interface ApprovalAnswered {
  readonly type: 'posthouse.approval-answered';
  readonly approvalId: string;
  readonly toolCallId: string;
  readonly approved: boolean;
  readonly reason?: string | undefined;
}
