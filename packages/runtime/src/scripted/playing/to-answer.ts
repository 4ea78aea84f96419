import type { ScriptedAnswer, AnswerPart } from './answer.ts';
import { checkTurn } from './check-turn.ts';
import { hugeText } from './huge-text.ts';
import type { ScriptedRequest } from '../scripted-request.ts';
import type { ScriptedPart, ScriptedTurn } from '../turn.ts';
import { fillInUsage } from './fill-in-usage.ts';

/** Fills in everything that a turn leaves to defaults: ids, usage, finish reason, pace. */
export function toAnswer(
  turn: ScriptedTurn,
  request: Pick<ScriptedRequest, 'index' | 'system' | 'messages'>,
): ScriptedAnswer {
  checkTurn(turn);
  const parts = numbered(turn.content ?? shorthandParts(turn), request.index);
  const delayMs = turn.delayMs ?? 0;
  return {
    parts,
    usage: fillInUsage(turn.usage ?? {}, { request, parts }),
    finishReason: turn.finishReason ?? (parts.some((part) => part.type === 'tool-call') ? 'tool-calls' : 'stop'),
    chunkSize: turn.chunkSize ?? (turn.hugeText === undefined ? 16 : 16_384),
    delayMs,
    firstDelayMs: turn.firstDelayMs ?? delayMs,
    fault: turn.fault?.kind === 'http' ? undefined : turn.fault,
  };
}

function shorthandParts(turn: ScriptedTurn): ScriptedPart[] {
  const parts: ScriptedPart[] = [];
  if (turn.reasoning !== undefined) parts.push({ type: 'reasoning', text: turn.reasoning });
  if (turn.text !== undefined) parts.push({ type: 'text', text: turn.text });
  if (turn.hugeText !== undefined) parts.push({ type: 'text', text: hugeText(turn.hugeText.bytes) });
  for (const toolCall of turn.toolCalls ?? []) parts.push({ type: 'tool-call', ...toolCall });
  return parts;
}

/** Ids say which request and which call of its kind they belong to, so that they are unique and never change. */
function numbered(parts: readonly ScriptedPart[], request: number): AnswerPart[] {
  const counts = { call: 0, ws: 0, ci: 0 };
  const nextId = (kind: keyof typeof counts): string => `${kind}_${request}_${counts[kind]++}`;
  return parts.map((part): AnswerPart => {
    switch (part.type) {
      case 'text':
        return { type: 'text', text: part.text, citations: citationsOf(part) };
      case 'reasoning':
        return { type: 'reasoning', text: part.text ?? '', redacted: part.redacted ?? false };
      case 'tool-call':
        return {
          type: 'tool-call',
          id: part.id ?? nextId('call'),
          name: part.name,
          inputText: inputTextOf(part),
          namespace: part.namespace,
        };
      case 'web-search':
        return { type: 'web-search', id: part.id ?? nextId('ws'), query: part.query, results: part.results ?? [] };
      case 'code-interpreter':
        return { type: 'code-interpreter', id: part.id ?? nextId('ci'), code: part.code, outputs: part.outputs ?? [] };
    }
  });
}

function citationsOf(part: ScriptedPart & { type: 'text' }): (AnswerPart & { type: 'text' })['citations'] {
  return (part.citations ?? []).map(({ url, title, start = 0, end = part.text.length }) => ({
    url,
    title,
    start,
    end,
  }));
}

function inputTextOf(part: ScriptedPart & { type: 'tool-call' }): string {
  return part.rawInput ?? JSON.stringify(part.input ?? {});
}
