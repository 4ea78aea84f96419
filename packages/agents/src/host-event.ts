/**
 * Events that a driver adds to those of its program, because the program asks in a callback or a request instead of
 * its stream. Recordings contain them like any other event.
 */
export type HostEvent = ApprovalRequested | ApprovalAnswered;

/** The program waits for somebody to allow a call. */
export interface ApprovalRequested {
  readonly type: 'posthouse.approval-requested';
  readonly approvalId: string;
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: unknown;
}

/** The wait is over; the program's own events say what happened to the call. */
export interface ApprovalAnswered {
  readonly type: 'posthouse.approval-answered';
  readonly approvalId: string;
  readonly toolCallId: string;
  readonly approved: boolean;
  readonly reason?: string | undefined;
}
