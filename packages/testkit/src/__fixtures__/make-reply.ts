import type { ScriptedDialect, ScriptedTurn } from '@posthouse/runtime/scripted';
import { playAnswer, ScriptPlayer } from '@posthouse/runtime/scripted/playing';
import type { Dialect, Reply } from '../dialects/dialect.ts';

export interface ReplyFields {
  readonly index?: number;
  readonly dialect?: ScriptedDialect;
  readonly stream?: boolean;
  readonly body?: unknown;
}

/** The reply to a request for which the script has this turn. Its numbers are always the same. */
export async function makeReply(turn: ScriptedTurn, fields: ReplyFields = {}): Promise<Reply> {
  const { index = 0, dialect = 'openai-chat', stream = true, body = {} } = fields;
  const player = new ScriptPlayer(() => ({ usage: { input: 10, cached: 4, output: 6, reasoning: 2 }, ...turn }));
  const { signal } = new AbortController();
  const around = { dialect, model: 'm', stream, system: '', messages: [], tools: [], toolChoice: 'auto' } as const;
  for (let earlier = 0; earlier < index; earlier += 1) player.record({ ...around, headers: {}, signal });
  const { request } = player.record({ ...around, headers: {}, signal, body });
  const outcome = await player.play(request);
  if (outcome.type === 'refusal') throw new Error('A refusal is no reply.');
  return { request: { ...request, receivedAt: new Date('2025-01-01T00:00:00Z') }, answer: outcome.answer };
}

/** Everything that is sent for a reply, with the data parsed. */
export function framesOf(dialect: Dialect, reply: Reply): { event?: string; data: unknown }[] {
  const encode = dialect.encodeStream(reply);
  return [...playAnswer(reply.answer)]
    .flatMap((step) => (step.type === 'event' ? encode(step.event) : []))
    .map(({ data, ...rest }) => ({ ...rest, data: data === '[DONE]' ? data : (JSON.parse(data) as unknown) }));
}
