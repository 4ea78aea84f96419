import { defined, type JSONObject } from '@posthouse/protocol';
import type { UIChunk } from '../chunks/ui-chunk.ts';
import { mergeMetadata } from './merge-metadata.ts';
import { parsePartialJSON } from './parse-partial-json.ts';
import type { CallPart, CallState, TextPart, UIMessage, UIPart } from './ui-message.ts';

type InputChunk = Extract<UIChunk, { type: 'tool-input-start' | 'tool-input-available' | 'tool-input-error' }>;
type OutputChunk = Extract<UIChunk, { type: 'tool-output-available' | 'tool-output-error' }>;
type DataChunk = Extract<UIChunk, { type: `data-${string}` }>;

/**
 * Builds the message of a stream, chunk by chunk, as the AI SDK's own reader does. Read it at any time to get what a
 * client has that was cut off there.
 *
 * @example
 * const accumulator = new MessageAccumulator();
 * for (const chunk of chunks) accumulator.add(chunk);
 * save(accumulator.message);
 */
export class MessageAccumulator {
  readonly #parts: UIPart[] = [];
  readonly #texts = new Map<string, TextPart>();
  readonly #calls = new Map<string, CallPart>();
  readonly #inputs = new Map<string, string>();
  readonly #data = new Map<string, Extract<UIPart, { data: unknown }>>();
  #id = '';
  #metadata: JSONObject | undefined;

  /** The message so far; what is added later does not change it. */
  get message(): UIMessage {
    const metadata = this.#metadata === undefined ? {} : { metadata: this.#metadata };
    return { id: this.#id, role: 'assistant', ...metadata, parts: this.#parts.map((part) => ({ ...part })) };
  }

  add(chunk: UIChunk): void {
    switch (chunk.type) {
      case 'start':
        this.#id = chunk.messageId ?? this.#id;
        return this.#describe(chunk.messageMetadata);
      case 'finish':
      case 'message-metadata':
        return this.#describe(chunk.messageMetadata);
      case 'start-step':
        return void this.#parts.push({ type: 'step-start' });
      case 'finish-step':
        return this.#texts.clear();
      case 'text-start':
      case 'reasoning-start':
        return this.#beginText(chunk);
      case 'text-delta':
      case 'reasoning-delta':
        return this.#growText(chunk);
      case 'text-end':
      case 'reasoning-end':
        return this.#endText(chunk);
      case 'tool-input-start':
        this.#inputs.set(chunk.toolCallId, '');
        return this.#input(chunk, 'input-streaming');
      case 'tool-input-delta':
        return this.#growInput(chunk);
      case 'tool-input-available':
        return this.#input(chunk, 'input-available');
      case 'tool-input-error':
        return this.#input(chunk, 'output-error');
      case 'tool-approval-request':
        return this.#change(chunk, { state: 'approval-requested', approval: { id: chunk.approvalId } });
      case 'tool-output-denied':
        return this.#change(chunk, { state: 'output-denied' });
      case 'tool-output-available':
      case 'tool-output-error':
        return this.#output(chunk);
      case 'file':
      case 'source-url':
      case 'source-document':
        return void this.#parts.push({ ...chunk });
      case 'error':
      case 'abort':
        return;
      default:
        return this.#addData(chunk);
    }
  }

  #describe(metadata: JSONObject | undefined): void {
    if (metadata !== undefined) this.#metadata = mergeMetadata(this.#metadata, metadata);
  }

  #beginText({ type, id, providerMetadata }: Extract<UIChunk, { type: 'text-start' | 'reasoning-start' }>): void {
    const kind = type === 'text-start' ? 'text' : 'reasoning';
    const part: TextPart = { type: kind, text: '', state: 'streaming', providerMetadata };
    this.#texts.set(`${kind} ${id}`, part);
    this.#parts.push(part);
  }

  #growText(chunk: Extract<UIChunk, { type: 'text-delta' | 'reasoning-delta' }>): void {
    const part = this.#openText(chunk);
    part.text += chunk.delta;
    if (chunk.providerMetadata !== undefined) part.providerMetadata = chunk.providerMetadata;
  }

  #endText(chunk: Extract<UIChunk, { type: 'text-end' | 'reasoning-end' }>): void {
    const part = this.#openText(chunk);
    part.state = 'done';
    if (chunk.providerMetadata !== undefined) part.providerMetadata = chunk.providerMetadata;
    this.#texts.delete(`${part.type} ${chunk.id}`);
  }

  #openText({ type, id }: { type: string; id: string }): TextPart {
    const part = this.#texts.get(`${type.slice(0, type.indexOf('-'))} ${id}`);
    if (part === undefined) throw new Error(`${type} for '${id}', which has not begun`);
    return part;
  }

  #input(chunk: InputChunk, state: CallState): void {
    const { toolCallId, toolName, title, providerExecuted, providerMetadata } = chunk;
    const input = 'input' in chunk ? chunk.input : undefined;
    const facts = {
      state,
      input,
      output: undefined,
      ...('errorText' in chunk ? { errorText: chunk.errorText } : { errorText: undefined }),
      ...defined({ title, providerExecuted, callProviderMetadata: providerMetadata }),
    };
    const known = this.#calls.get(toolCallId);
    const part = known ?? toCall(chunk);
    if (known === undefined) this.#parts.push(part);
    this.#calls.set(toolCallId, part);
    assign(part, { ...facts, ...(part.type === 'dynamic-tool' ? { toolName } : {}) });
  }

  #growInput({ toolCallId, inputTextDelta }: Extract<UIChunk, { type: 'tool-input-delta' }>): void {
    const known = this.#inputs.get(toolCallId);
    if (known === undefined) throw new Error(`input of the call '${toolCallId}', which has not begun`);
    const text = known + inputTextDelta;
    this.#inputs.set(toolCallId, text);
    assign(this.#call(toolCallId), { state: 'input-streaming', input: parsePartialJSON(text) });
  }

  #output(chunk: OutputChunk): void {
    const { toolCallId, providerExecuted } = chunk;
    const outcome =
      chunk.type === 'tool-output-available'
        ? { state: 'output-available', output: chunk.output, errorText: undefined, preliminary: chunk.preliminary }
        : { state: 'output-error', output: undefined, errorText: chunk.errorText, preliminary: undefined };
    assign(this.#call(toolCallId), { ...outcome, ...defined({ providerExecuted }) });
  }

  #change({ toolCallId }: { toolCallId: string }, changes: Partial<CallPart>): void {
    assign(this.#call(toolCallId), changes);
  }

  #call(toolCallId: string): CallPart {
    const part = this.#calls.get(toolCallId);
    if (part === undefined) throw new Error(`there is no call '${toolCallId}' in the message`);
    return part;
  }

  /** Data with an id replaces what came before under it; data in passing is not kept. */
  #addData({ type, id, data, transient }: DataChunk): void {
    if (transient === true) return;
    const known = id === undefined ? undefined : this.#data.get(`${type} ${id}`);
    if (known !== undefined) return void (known.data = data);
    const part = { type, id, data };
    this.#parts.push(part);
    if (id !== undefined) this.#data.set(`${type} ${id}`, part);
  }
}

function toCall({ toolCallId, toolName, dynamic }: InputChunk): CallPart {
  return dynamic === true
    ? { type: 'dynamic-tool', toolName, toolCallId, state: 'input-available' }
    : { type: `tool-${toolName}`, toolCallId, state: 'input-available' };
}

/** Sets what is given, and takes away what is undefined: it would be gone on the wire anyway. */
function assign(part: CallPart, changes: Record<string, unknown>): void {
  const target = part as unknown as Record<string, unknown>;
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined) delete target[key];
    else target[key] = value;
  }
}
