/** Reads server-sent events: gives the JSON of each. Comments, names and ids are passed over, and so is what is no JSON. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<unknown> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value = '' } = await reader.read();
      if (done) return;
      // A line break may come in two pieces; the second one then waits for what follows.
      const text = rest + value;
      const whole = text.endsWith('\r') ? text.slice(0, -1) : text;
      const events = whole.replaceAll(/\r\n?/g, '\n').split('\n\n');
      rest = events.pop()! + text.slice(whole.length);
      for (const event of events) {
        const data = toData(event);
        if (data !== undefined) yield data;
      }
    }
  } finally {
    // Whoever stops reading hangs up.
    await reader.cancel().catch(() => undefined);
  }
}

function toData(event: string): unknown {
  // Other line breaks than those of the stream are part of what is said, so a dot stands for them, too.
  const lines = event.split('\n').flatMap((line) => /^data: ?(.*)$/s.exec(line)?.[1] ?? []);
  if (lines.length === 0) return undefined;
  try {
    return JSON.parse(lines.join('\n')) as unknown;
  } catch {
    return undefined;
  }
}
