import type { Telling, ToldCall, ToldQuestion } from './telling.ts';
import type { WireTelling } from './telling-schema.ts';

/** A telling as it is sent. */
export function toWireTelling(telling: Telling): WireTelling {
  switch (telling.type) {
    case 'start':
      return { type: 'start', answer_id: telling.answerId };
    case 'text-start': {
      const { id, by, kind, isAnswer } = telling.text;
      return { type: 'text_start', id, ...by, kind, is_answer: isAnswer };
    }
    case 'text':
      return { type: 'text', id: telling.text.id, offset: telling.offset, delta: telling.delta };
    case 'text-end':
      return { type: 'text_end', id: telling.text.id, retracted: telling.retracted };
    case 'call':
      return { type: 'call', ...toWireCall(telling.call) };
    case 'question':
      return { type: 'question', ...toWireQuestion(telling.question) };
    case 'result':
      return { type: 'result', id: telling.call.id, ...telling.result };
    case 'mail': {
      const { messageId, msgType, ...mail } = telling.mail;
      return { type: 'mail', ...mail, message_id: messageId, msg_type: msgType };
    }
    case 'usage': {
      const counts = Object.entries(telling.usage).map(([name, count]) => [toSnake(name), count] as const);
      return { ...telling, usage: Object.fromEntries(counts) };
    }
    case 'pause':
      return { ...telling, questions: telling.questions.map(toWireQuestion) };
    case 'end': {
      // A completed run has told its answer; a long one must not have to come through whole once more.
      const { text, ...end } = telling;
      return telling.outcome === 'complete' ? end : { ...end, text };
    }
    case 'notice':
    case 'queued':
    case 'resume':
      return telling;
  }
}

function toWireCall({ id, by, callId, tool, kind, input, forCaller }: ToldCall) {
  return { id, ...by, call_id: callId, tool, kind, input, for_caller: forCaller };
}

function toWireQuestion({ call, needs }: ToldQuestion) {
  return { ...toWireCall(call), needs };
}

function toSnake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
