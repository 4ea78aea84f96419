import { isDeepStrictEqual } from 'node:util';
import { PosthouseError } from '@posthouse/protocol';
import type { UIChunk } from '../chunks/ui-chunk.ts';

/** The answer to a call that waits for approval. */
export type ApprovalVerdict = {
  /** One of the two is needed to find it; both have to fit. */
  approvalId?: string;
  toolCallId?: string;
  approved: boolean;
  reason?: string;
  /** What the call was shown with, if that is known. */
  input?: unknown;
};

/** A verdict, and what it was found to be about. */
export type MatchedVerdict = { approval: OpenApproval; verdict: ApprovalVerdict };

export type OpenApproval = { approvalId: string; toolCallId: string; toolName: string; input: unknown };

/** The approvals that a run waits for, with the calls and inputs they were asked for. Each is given out once. */
export class OpenApprovals {
  readonly #open = new Map<string, OpenApproval>();
  readonly #inputs = new Map<string, { toolName: string; input: unknown }>();

  get all(): OpenApproval[] {
    return [...this.#open.values()];
  }

  /** Learns from what is told of calls. */
  see(chunk: UIChunk): void {
    if (chunk.type === 'tool-input-available') {
      // As the reader gets it: what JSON leaves out is not there.
      const input = chunk.input === undefined ? undefined : (JSON.parse(JSON.stringify(chunk.input)) as unknown);
      this.#inputs.set(chunk.toolCallId, { toolName: chunk.toolName, input });
    } else if (chunk.type === 'tool-approval-request') {
      const { approvalId, toolCallId } = chunk;
      const call = this.#inputs.get(toolCallId) ?? { toolName: '', input: undefined };
      this.#open.set(approvalId, { approvalId, toolCallId, ...call });
    } else if (chunk.type === 'data-approval' && 'id' in chunk && chunk.id !== undefined) {
      this.take(chunk.id);
    } else if (chunk.type.startsWith('tool-output-') && !('preliminary' in chunk && chunk.preliminary === true)) {
      this.#close((chunk as { toolCallId: string }).toolCallId);
    }
  }

  /**
   * Those that are answered by this. Throws `call_not_found` when none is, and when one is answered for another call or
   * another input than was asked about. Answers to what is no longer open are ignored if there are others.
   */
  match(verdicts: readonly ApprovalVerdict[]): MatchedVerdict[] {
    const matched = verdicts.flatMap((verdict) => {
      const approval = this.#find(verdict);
      if (approval === undefined) return [];
      const isOther = verdict.toolCallId !== undefined && verdict.toolCallId !== approval.toolCallId;
      if (isOther || ('input' in verdict && !isDeepStrictEqual(verdict.input, approval.input))) {
        throw notFound(`the approval '${approval.approvalId}' was asked for another call`);
      }
      return [{ approval, verdict }];
    });
    if (matched.length > 0) return matched;
    const waiting = this.all.map(({ approvalId }) => approvalId).join(', ');
    throw notFound(waiting === '' ? 'no call waits for an approval' : `nothing here answers an open call: ${waiting}`);
  }

  /** Closes an approval that was answered. */
  take(approvalId: string): void {
    this.#open.delete(approvalId);
  }

  #find({ approvalId, toolCallId }: ApprovalVerdict): OpenApproval | undefined {
    if (approvalId !== undefined) return this.#open.get(approvalId);
    return this.all.find((approval) => approval.toolCallId === toolCallId);
  }

  #close(toolCallId: string): void {
    this.#inputs.delete(toolCallId);
    for (const [id, approval] of this.#open) if (approval.toolCallId === toolCallId) this.#open.delete(id);
  }
}

function notFound(message: string): PosthouseError {
  return new PosthouseError({ code: 'call_not_found', message });
}
