import type { JSONValue } from '@ai-sdk/provider';
import type { CallResult, ToldCall, ToldQuestion } from '@posthouse/protocol/light';
import type { PartWriter } from './part-writer.ts';

type Call = { readonly told: ToldCall; shown: boolean; ended: boolean };

/**
 * Shows the calls that happen within a swarm, and hands over those that somebody outside has to answer: the caller, for
 * tools that it has `declared`. `hidden` is for callers that do not want to see tools. Calls of an earlier answer, by
 * `adopted`, may get their results in this one.
 */
export function callParts(
  writer: PartWriter,
  { hidden, declared, adopted }: { hidden: boolean; declared: ReadonlySet<string>; adopted: readonly ToldCall[] },
) {
  const calls = new Map<string, Call>(adopted.map((told) => [told.id, { told, shown: true, ended: false }]));
  const metadataOf = ({ by, callId }: ToldCall) => writer.metadata({ agent: by.agent, callId });

  const show = (call: Call, flags: { providerExecuted?: true; dynamic?: true }): void => {
    call.shown = true;
    const { id, tool: toolName, input } = call.told;
    const providerMetadata = metadataOf(call.told);
    const text = JSON.stringify(input ?? {});
    writer.push(
      { type: 'tool-input-start', id, toolName, ...flags, providerMetadata },
      { type: 'tool-input-delta', id, delta: text },
      { type: 'tool-input-end', id },
      { type: 'tool-call', toolCallId: id, toolName, input: text, ...flags, providerMetadata },
    );
  };

  const end = (call: Call, result: JSONValue, isError: boolean): void => {
    call.ended = true;
    const { id: toolCallId, tool: toolName } = call.told;
    writer.push({
      type: 'tool-result',
      toolCallId,
      toolName,
      // What is no value has no place in a result.
      result: result ?? '',
      dynamic: true,
      ...(isError && { isError }),
      providerMetadata: metadataOf(call.told),
    });
  };

  return {
    /** A call is told. One that the caller has to answer is shown when the run waits for it. */
    called(told: ToldCall): void {
      if (hidden || calls.has(told.id)) return;
      const call = { told, shown: false, ended: false };
      calls.set(told.id, call);
      if (!told.forCaller) show(call, { providerExecuted: true, dynamic: true });
    },

    ended({ id }: ToldCall, { status, content }: CallResult): void {
      const call = calls.get(id);
      if (call !== undefined && call.shown && !call.ended) end(call, content, status !== 'success');
    },

    /** What the run waits for. Results of declared tools are the caller's, all others need a yes. */
    asked(questions: readonly ToldQuestion[]): void {
      for (const { call: told, needs } of hidden ? [] : questions) {
        // One of an earlier answer, still waiting: whoever is asked again sees again what for.
        const known = adopted.some(({ id }) => id === told.id) ? undefined : calls.get(told.id);
        const call = known ?? { told, shown: false, ended: false };
        calls.set(told.id, call);
        if (needs === 'result' && declared.has(told.tool)) show(call, {});
        else {
          if (!call.shown) show(call, { providerExecuted: true, dynamic: true });
          writer.push({ type: 'tool-approval-request', approvalId: told.id, toolCallId: told.id });
        }
      }
    },

    /** There will be no more results. */
    close(reason: string): void {
      for (const call of calls.values()) if (call.shown && !call.ended) end(call, reason, true);
    },
  };
}
