import type { ScriptedFinishReason } from '@posthouse/runtime/scripted';
import type { AnswerPart } from '@posthouse/runtime/scripted/playing';

export function toChatFinishReason(reason: ScriptedFinishReason): string {
  return reason.replace('-', '_');
}

export function toAnnotations({ citations }: AnswerPart & { type: 'text' }) {
  return citations.map(({ url, title, start, end }) => ({
    type: 'url_citation',
    url_citation: { url, title, start_index: start, end_index: end },
  }));
}
