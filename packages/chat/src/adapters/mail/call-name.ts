/** Names a call within the message of a run: models use the same id again in another turn. */
export function toToolCallId({ agent, turn, callId }: { agent: string; turn: number; callId: string }): string {
  return `${agent}/${turn}/${callId}`;
}

/** The id of a call as the swarm knows it, by the one that clients know; the same one if it is none of ours. */
export function toCallId(toolCallId: string): string {
  return /^.*?\/\d+\/(.+)$/s.exec(toolCallId)?.[1] ?? toolCallId;
}
