/** A frame of an event stream as a client sees it. */
export type Frame = { id?: string; event: string; data: Record<string, unknown> };

/** Takes the text of an event stream apart; throws when it is not framed exactly as MAIL frames it. */
export function toFrames(text: string): Frame[] {
  if (text === '') return [];
  if (!text.endsWith('\r\n\r\n')) throw new Error(`the stream was cut: ${JSON.stringify(text.slice(-80))}`);
  return text.slice(0, -4).split('\r\n\r\n').map(toFrame);
}

function toFrame(block: string): Frame {
  const [, id, event, data] = /^(?:id: (\d+)\r\n)?event: (\w+)\r\ndata: ([^\r\n]*)$/.exec(block) ?? [];
  if (event === undefined || data === undefined) throw new Error(`not a frame: ${JSON.stringify(block)}`);
  return { ...(id === undefined ? {} : { id }), event, data: JSON.parse(data) as Frame['data'] };
}

export async function readFrames(response: Response): Promise<Frame[]> {
  return toFrames(await response.text());
}

/** A stream that is read step by step. */
export class FrameReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();
  #text = '';
  readonly frames: Frame[] = [];

  constructor(response: Response) {
    this.#reader = response.body!.getReader();
  }

  /** Reads until a frame of that name has come; undefined when the stream ends before. */
  async until(event: string): Promise<Frame | undefined> {
    for (let index = this.frames.length; ; index += 1) {
      while (this.frames.length <= index) if (!(await this.#read())) return undefined;
      if (this.frames[index]!.event === event) return this.frames[index];
    }
  }

  /** Reads to the end. */
  async rest(): Promise<Frame[]> {
    while (await this.#read());
    return this.frames;
  }

  async cancel(): Promise<void> {
    await this.#reader.cancel();
  }

  async #read(): Promise<boolean> {
    const { done, value } = await this.#reader.read();
    if (done) return false;
    this.#text += this.#decoder.decode(value, { stream: true });
    const end = this.#text.lastIndexOf('\r\n\r\n');
    if (end === -1) return true;
    this.frames.push(...toFrames(this.#text.slice(0, end + 4)));
    this.#text = this.#text.slice(end + 4);
    return true;
  }
}
