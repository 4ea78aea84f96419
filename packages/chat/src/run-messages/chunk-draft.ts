import { defined, type JSONObject, type Telling, textOfJSON, type ToldCall, type ToldText } from '@posthouse/protocol';
import type { PartMetadata, UIChunk } from '../chunks/ui-chunk.ts';
import type { MailRunState } from './mail-run-state.ts';
import { toRunMetadata } from './to-run-metadata.ts';

/**
 * The chunks of one event in the making. `before` is how the run stood when it came, `after` what it stands at with it:
 * steps are the one thing that clients want to know of and tellings do not say.
 */
export class ChunkDraft {
  readonly chunks: UIChunk[] = [];
  readonly #after: MailRunState;
  #isStepDue: boolean;
  #openTexts: number;

  constructor(before: MailRunState, after: MailRunState) {
    this.#after = after;
    this.#isStepDue = before.isStepDue;
    this.#openTexts = before.texts.size;
  }

  get isStepDue(): boolean {
    return this.#isStepDue;
  }

  add(telling: Telling): void {
    switch (telling.type) {
      case 'start': {
        this.chunks.push(toStart(this.#after));
        return void this.chunks.push({ type: 'start-step' });
      }
      case 'text-start': {
        this.#step();
        this.#openTexts += 1;
        return void this.chunks.push({ type: `${typeOf(telling.text)}-start`, ...toText(telling.text) });
      }
      case 'text':
        return void this.chunks.push(toDelta(telling));
      case 'text-end':
        this.#openTexts -= 1;
        return void this.chunks.push(toTextEnd(telling.text, telling.retracted));
      case 'call':
        this.#step();
        return void this.chunks.push(toInput(telling.call));
      case 'question': {
        const { call, needs } = telling.question;
        if (needs === 'approval')
          this.chunks.push({ type: 'tool-approval-request', approvalId: call.id, toolCallId: call.id });
        return;
      }
      case 'result':
        return void this.chunks.push(toOutput(telling));
      case 'mail': {
        const { id, messageId: _, msgType: type, ...mail } = telling.mail;
        return this.#data('mail-message', { ...mail, type }, id);
      }
      case 'notice': {
        const { type: _, ...notice } = telling;
        return this.#data('notice', notice);
      }
      case 'queued':
        return void this.chunks.push({ type: 'data-queued', data: { place: telling.place }, transient: true });
      case 'resume':
        this.#isStepDue = true;
        return;
      case 'end':
        return this.#end(telling);
      case 'usage':
      case 'pause':
        return;
    }
  }

  /** A step begins after a pause, as soon as nothing is being written across the border. */
  #step({ anyway = false }: { anyway?: boolean } = {}): void {
    if (!this.#isStepDue || (!anyway && this.#openTexts > 0)) return;
    this.chunks.push({ type: 'finish-step' }, { type: 'start-step' });
    this.#isStepDue = false;
  }

  /** Something that stands by itself. */
  #data(name: string, data: JSONObject, id?: string): void {
    this.#step();
    this.chunks.push({ type: `data-${name}`, ...defined({ id }), data });
  }

  /** The last chunk is always `finish`. */
  #end({ outcome, text, code }: Telling & { type: 'end' }): void {
    this.#step({ anyway: true });
    if (outcome === 'error') this.#data('notice', { code: code ?? 'failed', text });
    this.chunks.push({ type: 'finish-step' });
    if (outcome === 'error') {
      // Clients stop reading at an error, so whatever the message has to say about it comes before.
      const facts = { outcome, error: text, ...defined({ code }) };
      this.chunks.push({ type: 'message-metadata', messageMetadata: toRunMetadata(this.#after, facts) });
      this.chunks.push({ type: 'error', errorText: text }, { type: 'finish', finishReason: 'error' });
      return;
    }
    if (outcome === 'cancelled') this.chunks.push({ type: 'abort', reason: text });
    const finishReason = outcome === 'complete' ? 'stop' : 'other';
    this.chunks.push({ type: 'finish', finishReason, messageMetadata: toRunMetadata(this.#after, { outcome }) });
  }
}

export function toStart({ answerId, taskId, run, swarm }: MailRunState): UIChunk {
  return { type: 'start', messageId: answerId!, messageMetadata: { taskId, run, swarm } };
}

function typeOf({ isAnswer }: ToldText): 'text' | 'reasoning' {
  return isAnswer ? 'text' : 'reasoning';
}

function toText({ id, by, kind }: ToldText): { id: string; providerMetadata: PartMetadata } {
  return { id, providerMetadata: { mail: { ...by, kind } } };
}

export function toDelta({ text, delta }: Telling & { type: 'text' }): UIChunk {
  return { type: `${typeOf(text)}-delta`, id: text.id, delta };
}

/** The end of a text. Of one that was taken back, the first key is ours, the second the same for all adapters. */
function toTextEnd(text: ToldText, retracted: boolean): UIChunk {
  const { id, by, kind } = text;
  const metadata: PartMetadata = {
    mail: { ...by, kind, retracted: true },
    posthouse: { part: id, retracted: true },
  };
  return { type: `${typeOf(text)}-end`, id, ...(retracted ? { providerMetadata: metadata } : {}) };
}

function toInput(call: ToldCall): UIChunk {
  const { id: toolCallId, tool: toolName, input, by } = call;
  const providerMetadata = { mail: { ...by } };
  return {
    type: 'tool-input-available',
    toolCallId,
    toolName,
    input,
    ...toExecution(call),
    dynamic: true,
    providerMetadata,
  };
}

function toOutput({ call, result: { status, content } }: Telling & { type: 'result' }): UIChunk {
  const more = { ...toExecution(call), dynamic: true };
  if (status === 'success') return { type: 'tool-output-available', toolCallId: call.id, output: content, ...more };
  return { type: 'tool-output-error', toolCallId: call.id, errorText: textOfJSON(content), ...more };
}

/**
 * Calls that nobody outside has to answer are marked as run elsewhere, so that clients do not try. The oldest client sends
 * no answer about a call that it takes for one that others run.
 */
function toExecution({ forCaller }: ToldCall): { providerExecuted?: true } {
  return forCaller ? {} : { providerExecuted: true };
}
