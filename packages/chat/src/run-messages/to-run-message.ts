import type { JSONObject, LogEntry } from '@posthouse/protocol';
import { MessageAccumulator } from '../messages/message-accumulator.ts';
import { toValidMessage } from '../messages/to-valid-message.ts';
import type { UIMessage, UIPart } from '../messages/ui-message.ts';
import { startRun } from './mail-run-state.ts';
import { finishPaused, translateRun } from './translate-run.ts';

/** The assistant's message of a run, as far as the log goes: what a reader has who watched it. */
export function toRunMessage(
  entries: Iterable<LogEntry>,
  options: { taskId: string; swarm: string; run: number },
): UIMessage | undefined {
  const accumulator = new MessageAccumulator();
  let state = startRun(options);
  for (const entry of entries) {
    const step = translateRun(state, entry);
    state = step.state;
    for (const chunk of step.chunks) accumulator.add(chunk);
  }
  if (state.answerId === undefined) return undefined;
  if (state.phase === 'paused') for (const chunk of finishPaused(state)) accumulator.add(chunk);
  return toValidMessage(accumulator.message);
}

/**
 * What the user wrote in a run, or in all of them, as messages, with the id and the parts that a client gave them,
 * if any.
 */
export function toUserMessages(entries: Iterable<LogEntry>, run?: number): UIMessage[] {
  const messages = new Map<string, UIMessage>();
  for (const entry of entries) {
    if (entry.type !== 'message' || (run !== undefined && entry.run !== run)) continue;
    const { sender, body, routingInfo, taskId } = entry.message.message;
    if (sender.addressType !== 'user' && sender.addressType !== 'admin') continue;
    const chat = (routingInfo?.chat ?? {}) as { messageId?: string; parts?: UIPart[] };
    const metadata: JSONObject = { taskId, run: entry.run, at: entry.at };
    const parts = chat.parts ?? [{ type: 'text', text: body }];
    // A message to several agents is one message.
    messages.set(entry.message.id, { id: chat.messageId ?? entry.message.id, role: 'user', metadata, parts });
  }
  return [...messages.values()];
}
