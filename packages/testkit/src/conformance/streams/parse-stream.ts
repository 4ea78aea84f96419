import { isJSONObject } from '@posthouse/protocol';
/** A frame of a stream, and whether it carried an id. */
export type Frame = { event: string; data: Record<string, unknown>; id?: string };

/** The content of a stream, and everything that is wrong with its form. */
export type ParsedStream = { frames: Frame[]; problems: string[] };

/**
 * Reads a stream twice. What it says is read the tolerant way, as event streams may be written; how it says it is judged
 * the strict way: lines end with CRLF, a frame is an event line, a data line of one JSON object and an empty line, and
 * before them there may be an id line. Readers that split at CRLF CRLF depend on all of it.
 */
export function parseStream(text: string): ParsedStream {
  const problems = problemsOf(text);
  const blocks = text.replaceAll(/\r\n?/g, '\n').split('\n\n');
  const frames = blocks.flatMap((block) => {
    const frame = readFrame(block);
    if (typeof frame !== 'string') return frame;
    problems.push(frame);
    return [];
  });
  return { frames, problems };
}

function problemsOf(text: string): string[] {
  const problems: string[] = [];
  const bare = /(^|[^\r])\n|\r(?!\n)/.exec(text);
  if (bare !== null) problems.push(`a line ends without CRLF, at character ${bare.index}`);
  const blocks = text.split('\r\n\r\n');
  const rest = blocks.pop() ?? '';
  if (rest !== '' && bare === null) problems.push(`the stream ends in the middle of a frame: ${quote(rest)}`);
  const odd = blocks.find((block) => !/^(?:id: [^\r\n]+\r\n)?event: [^\r\n]+\r\ndata: [^\r\n]+$/.test(block));
  if (odd !== undefined) problems.push(`a frame is not an event line and a data line: ${quote(odd)}`);
  return problems;
}

/** The frame of a block, nothing for a block without one, or a sentence about data that cannot be read. */
function readFrame(block: string): Frame[] | string {
  const fields = block.split('\n').map((line) => /^(\w+): ?(.*)$/.exec(line) ?? []);
  const valuesOf = (field: string): string[] =>
    fields.filter(([, name]) => name === field).map(([, , value]) => value ?? '');
  const data = valuesOf('data').join('\n');
  if (data === '') return [];
  const event = valuesOf('event').at(-1) ?? 'message';
  const value = parseObject(data);
  if (value === undefined) return `the data of ${event} is not a JSON object: ${quote(data)}`;
  const id = valuesOf('id').at(-1);
  return [id === undefined ? { event, data: value } : { event, data: value, id }];
}

function parseObject(json: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return isJSONObject(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function quote(text: string): string {
  return JSON.stringify(text.length > 120 ? `${text.slice(0, 120)}…` : text);
}
