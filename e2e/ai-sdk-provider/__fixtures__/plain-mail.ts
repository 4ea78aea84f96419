import { MAIL_FRAME_NAMES } from '@posthouse/protocol';
import { type Frame, toFrames } from '../../../packages/server/src/__fixtures__/read-frames.ts';

/** What MAIL itself puts into the extra data of a frame; the rest are additions of ours. */
const MAIL_KEYS: Record<string, string[]> = {
  new_message: ['full_message'],
  tool_call: ['tool_name', 'tool_args', 'tool_call_id', 'reasoning', 'reasoning_ref', 'preamble'],
  builtin_tool_call: ['tool_type', 'tool_args'],
  await_message: ['reason'],
};

/** A frame as a server writes it that knows only MAIL: no id, and who did what only in prose. */
function toPlain({ event, data }: Frame): Frame {
  const { status: _, code: _code, extra_data: extra, ...plain } = data;
  if (extra === undefined) return { event, data: plain };
  const known = Object.entries(extra as object).filter(([key]) => MAIL_KEYS[event]?.includes(key));
  return { event, data: { ...plain, extra_data: Object.fromEntries(known) } };
}

/** Asks a server of ours as if it knew nothing but MAIL: it is not told what MAIL does not have, and neither are we. */
export const plainMail: typeof fetch = async (url, init) => {
  if (init?.method !== 'POST') return fetch(url, init);
  const { after: _, before_run: _run, tools: _tools, ...body } = JSON.parse(init.body as string);
  const asked = { ...init, body: JSON.stringify({ ...body, ...(body.stream && { stream: true }) }) };
  const response = await fetch(url, asked);
  const { ok, status, headers } = response;
  if (!ok || !/event-stream/.test(headers.get('content-type') ?? '')) return response;
  const events = response.body!.pipeThrough(new TextDecoderStream()).pipeThrough(toPlainStream());
  return new Response(events.pipeThrough(new TextEncoderStream()), { status });
};

function toPlainStream(): TransformStream<string, string> {
  let text = '';
  return new TransformStream({
    transform(piece, controller) {
      text += piece;
      const end = text.lastIndexOf('\r\n\r\n') + 4;
      if (end < 4) return;
      const frames = toFrames(text.slice(0, end)).filter(({ event }) => MAIL_FRAME_NAMES.includes(event as never));
      text = text.slice(end);
      controller.enqueue(frames.map((frame) => toSSE(toPlain(frame))).join(''));
    },
  });
}

export function toSSE({ event, data }: Pick<Frame, 'event' | 'data'>): string {
  return `event: ${event}\r\ndata: ${JSON.stringify(data)}\r\n\r\n`;
}
