import type { JSONValue } from '@ai-sdk/provider';
import type { CallResult, ToldCall, ToldQuestion } from '@posthouse/protocol/light';
import type { PartWriter } from './part-writer.ts';

/** Marks calls whose results come from the swarm itself. */
const WITHIN = { providerExecuted: true, dynamic: true } as const;

type CallOptions = {
  /** For callers that do not want to see tools. */
  hidden: boolean;
  /** Names of tools that the caller answers for. */
  declared: ReadonlySet<string>;
  /** Calls of an earlier answer that may get their results in this one. */
  adopted: readonly ToldCall[];
  /** Whoever gets a whole answer looks for the call of each result in it, so calls of an earlier one are shown again. */
  whole: boolean;
};

/** Shows the calls that happen within a swarm, and hands over those that somebody outside has to answer. */
export function callParts(writer: PartWriter, { hidden, declared, adopted, whole }: CallOptions) {
  /** Calls that were shown and have no result. */
  const open = new Map(adopted.map((call) => [call.id, call]));
  const isAdopted = ({ id }: ToldCall) => adopted.some((each) => each.id === id);
  const metadataOf = ({ by, callId }: ToldCall) => writer.metadata({ agent: by.agent, callId });

  const show = (call: ToldCall, flags: Partial<typeof WITHIN> = WITHIN): void => {
    open.set(call.id, call);
    const { id, tool: toolName, input } = call;
    const providerMetadata = metadataOf(call);
    const text = JSON.stringify(input ?? {});
    writer.push(
      { type: 'tool-input-start', id, toolName, ...flags, providerMetadata },
      { type: 'tool-input-delta', id, delta: text },
      { type: 'tool-input-end', id },
      { type: 'tool-call', toolCallId: id, toolName, input: text, ...flags, providerMetadata },
    );
  };

  const end = (call: ToldCall, result: JSONValue, isError: boolean): void => {
    if (!open.has(call.id)) return;
    if (whole && isAdopted(call)) show(call);
    open.delete(call.id);
    writer.push({
      type: 'tool-result',
      toolCallId: call.id,
      toolName: call.tool,
      // What is no value has no place in a result.
      result: result ?? '',
      dynamic: true,
      ...(isError && { isError }),
      providerMetadata: metadataOf(call),
    });
  };

  return {
    /** A call is told. One that the caller has to answer is shown when the run waits for it. */
    called(call: ToldCall): void {
      if (!hidden && !call.forCaller) show(call);
    },

    ended: (call: ToldCall, { status, content }: CallResult): void => end(call, content, status !== 'success'),

    /** What the run waits for. Results of declared tools are the caller's, all others need a yes. */
    asked(questions: readonly ToldQuestion[]): void {
      for (const { call, needs } of hidden ? [] : questions) {
        const { id } = call;
        if (needs === 'result' && declared.has(call.tool)) show(call, {});
        else {
          // One of an earlier answer, still waiting: whoever is asked again sees again what for.
          if (!open.has(id) || isAdopted(call)) show(call);
          writer.push({ type: 'tool-approval-request', approvalId: id, toolCallId: id });
        }
      }
    },

    /** There will be no more results. */
    close(): void {
      for (const call of open.values()) end(call, 'the run ended before this call did', true);
    },
  };
}
