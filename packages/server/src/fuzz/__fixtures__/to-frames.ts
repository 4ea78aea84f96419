/** A frame as it stood on the wire: the data as JSON. */
export type RawFrame = { event?: string; id?: string; data?: unknown };

/** The frames of a stream; one that was cut off in the middle is left out. */
export function toFrames(text: string): RawFrame[] {
  return text
    .split('\r\n\r\n')
    .slice(0, -1)
    .map((block) => {
      const frame: RawFrame = {};
      for (const line of block.split('\r\n')) {
        const [, field, value] = /^(event|id|data): (.*)$/.exec(line) ?? [];
        if (field === undefined) throw new Error(`a line that belongs to no frame: ${line}`);
        frame[field as 'event' | 'id' | 'data'] = field === 'data' ? (JSON.parse(value!) as string) : value;
      }
      return frame;
    });
}
