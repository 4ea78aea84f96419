import { isJSONObject } from '@posthouse/protocol';
import type { AnswerPart } from '@posthouse/runtime/scripted/playing';
import type { Reply } from '../dialect.ts';

/** One item of a response's output. Each part of an answer is one item here. */
export interface OutputItem {
  readonly id: string;
  readonly type: string;
  readonly [key: string]: unknown;
}

export function responseId({ request }: Reply): string {
  return `resp_${request.index}`;
}

/** The finished items of an answer. */
export function toOutputItems(reply: Reply): OutputItem[] {
  return reply.answer.parts.map((part, index) => toOutputItem(part, index, reply));
}

export function toOutputItem(part: AnswerPart, index: number, { request }: Reply): OutputItem {
  const number = `${request.index}_${index}`;
  switch (part.type) {
    case 'text': {
      const content = [{ type: 'output_text', text: part.text, annotations: toAnnotations(part), logprobs: [] }];
      return { id: `msg_${number}`, type: 'message', status: 'completed', role: 'assistant', content };
    }
    case 'reasoning': {
      const blob = Buffer.from(`scripted reasoning ${number}`).toString('base64');
      return {
        id: `rs_${number}`,
        type: 'reasoning',
        summary: part.redacted ? [] : [{ type: 'summary_text', text: part.text }],
        ...(part.redacted || wantsEncrypted(request.body) ? { encrypted_content: blob } : {}),
      };
    }
    case 'tool-call': {
      const { name, inputText, namespace } = part;
      const group = namespace === undefined ? {} : { namespace };
      const call = { id: `fc_${number}`, type: 'function_call', status: 'completed', call_id: part.id };
      return { ...call, name, ...group, arguments: inputText };
    }
    case 'web-search': {
      const sources = part.results.map(({ url }) => ({ type: 'url', url }));
      const action = { type: 'search', query: part.query, queries: [part.query], sources };
      return { id: part.id, type: 'web_search_call', status: 'completed', action };
    }
    case 'code-interpreter':
      return {
        id: part.id,
        type: 'code_interpreter_call',
        status: 'completed',
        code: part.code,
        container_id: `cntr_${request.index}`,
        outputs: part.outputs,
      };
  }
}

/** The item as it is announced, before its content has come. */
export function toOpeningItem(part: AnswerPart, index: number, reply: Reply): OutputItem {
  const item = { ...toOutputItem(part, index, reply), ...('redacted' in part ? {} : { status: 'in_progress' }) };
  switch (part.type) {
    case 'text':
      return { ...item, content: [] };
    case 'reasoning':
      return { ...item, summary: [] };
    case 'tool-call':
      return { ...item, arguments: '' };
    case 'web-search':
      return { ...item, action: { type: 'search', query: part.query } };
    case 'code-interpreter':
      return { ...item, code: '', outputs: null };
  }
}

export function toAnnotations({ citations }: AnswerPart & { type: 'text' }) {
  return citations.map(({ url, title, start, end }) => ({
    type: 'url_citation',
    url,
    title,
    start_index: start,
    end_index: end,
  }));
}

function wantsEncrypted(body: unknown): boolean {
  return isJSONObject(body) && Array.isArray(body.include) && body.include.includes('reasoning.encrypted_content');
}
