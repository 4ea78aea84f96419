import type { MAILFrame } from '@posthouse/protocol';
import { recordedAgent } from './recorded-agent.ts';
import { isEnd } from './to-frame.ts';

/** What an agent is writing at the moment: a part of a turn that is not in the log yet. */
export type LiveText = { agent: string; turn: number; attempt: number; part: number; kind: string; text: string };

/**
 * The texts that are being written, after one more frame. A token goes to its place in its part; when the turn is
 * recorded, or its text given up, the log's own frames take over and the text is gone.
 *
 * @example
 * let texts: readonly LiveText[] = [];
 * for await (const frame of client.follow(taskId, { tokens: true })) {
 *   texts = toLiveTexts(texts, frame);
 *   show(texts);
 * }
 */
export function toLiveTexts(texts: readonly LiveText[], frame: MAILFrame): readonly LiveText[] {
  if (frame.event === 'token') return withToken(texts, frame.data);
  if (isEnd(frame)) return [];
  if (frame.event === 'text_abandoned') {
    const { caller, turn, attempt } = frame.data.extraData;
    return texts.filter((text) => text.agent !== caller || text.turn !== turn || text.attempt !== attempt);
  }
  const agent = recordedAgent(frame);
  return agent === undefined ? texts : texts.filter((text) => text.agent !== agent);
}

type Token = Omit<LiveText, 'text'> & { offset: number; delta: string };

function withToken(texts: readonly LiveText[], token: Token): readonly LiveText[] {
  const { agent, turn, attempt, part, kind, offset, delta } = token;
  const isSame = (text: LiveText) =>
    text.agent === agent && text.turn === turn && text.attempt === attempt && text.part === part;
  if (texts.some(isSame)) {
    return texts.map((text) => (isSame(text) ? { ...text, text: text.text.slice(0, offset) + delta } : text));
  }
  // A new turn or attempt takes the place of the agent's older one.
  const others = texts.filter((text) => text.agent !== agent || (text.turn === turn && text.attempt === attempt));
  return [...others, { agent, turn, attempt, part, kind, text: delta }];
}
