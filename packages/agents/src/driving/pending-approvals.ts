import { PosthouseError } from '@posthouse/protocol';
import type { ApprovalAnswer } from '../agent-adapter.ts';
import type { ApprovalAnswered, ApprovalRequested, HostEvent } from '../host-event.ts';

/**
 * The approvals a run waits for. Each is asked once, shown to the reader of the run as an event, and answered once:
 * by the user, or with a refusal if the run ends first.
 *
 * @example
 * const { approved, reason } = await approvals.ask({ approvalId: id, toolCallId: id, toolName: 'Bash', input });
 */
export class PendingApprovals {
  readonly #tell: (event: HostEvent) => void;
  readonly #open = new Map<string, { asked: Asked; resolve: (answer: ApprovalAnswer) => void }>();

  constructor(tell: (event: HostEvent) => void) {
    this.#tell = tell;
  }

  /** How many questions are open. */
  get size(): number {
    return this.#open.size;
  }

  /** Waits for the answer. The same question asked again replaces the first, which is refused. */
  ask(asked: Asked): Promise<ApprovalAnswer> {
    this.#settle({ approvalId: asked.approvalId, approved: false, reason: 'Asked again.' });
    const { promise, resolve } = Promise.withResolvers<ApprovalAnswer>();
    this.#open.set(asked.approvalId, { asked, resolve });
    this.#tell({ type: 'posthouse.approval-requested', ...asked });
    return promise;
  }

  /** Throws `call_not_found` when nothing waits under that id, which includes everything already answered. */
  answer(answer: ApprovalAnswer): void {
    if (this.#settle(answer)) return;
    throw new PosthouseError({
      code: 'call_not_found',
      message: `No call waits for the approval "${answer.approvalId}". It was answered before, or its run is over.`,
    });
  }

  /** Refuses one, if it is still open. */
  refuse(approvalId: string, reason: string): void {
    this.#settle({ approvalId, approved: false, reason });
  }

  /** Refuses everything that is open. */
  refuseAll(reason: string): void {
    for (const approvalId of this.#open.keys()) this.refuse(approvalId, reason);
  }

  #settle(answer: ApprovalAnswer): boolean {
    const found = this.#open.get(answer.approvalId);
    if (found === undefined) return false;
    this.#open.delete(answer.approvalId);
    this.#tell(toAnswered(found.asked, answer));
    found.resolve(answer);
    return true;
  }
}

type Asked = Omit<ApprovalRequested, 'type'>;

function toAnswered({ approvalId, toolCallId }: Asked, { approved, reason }: ApprovalAnswer): ApprovalAnswered {
  const event = { type: 'posthouse.approval-answered', approvalId, toolCallId, approved } as const;
  return reason === undefined ? event : { ...event, reason };
}
