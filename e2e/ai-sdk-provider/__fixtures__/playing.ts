/** What becomes of a connection once everything was sent. */
export type Then = 'end' | 'cut' | 'wait';

/** A connection over which a server sends something; ours say in a header which task it is about. */
export function connection(
  pieces: readonly string[],
  then: Then = 'end',
  headers: Record<string, string> = {},
): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      if (then === 'end') controller.close();
    },
    pull(controller) {
      // What was sent has been read when more is asked for.
      if (then === 'cut') controller.error(new TypeError('terminated'));
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream', ...headers } });
}

/** A `fetch` that answers one request after the other, the last answer again and again; `asked` says what for. */
export function playing(...answers: (() => Response)[]): { fetch: typeof fetch; asked: string[] } {
  const asked: string[] = [];
  const play: typeof fetch = async (url, init) => {
    const { pathname } = new URL(String(url));
    const answer = answers[Math.min(asked.length, answers.length - 1)]!;
    asked.push(`${init?.method} ${pathname}`);
    return answer();
  };
  return { fetch: play, asked };
}

/** Notes what comes over each connection, event by event. */
export function recording(): { fetch: typeof fetch; events: () => string[] } {
  let text = '';
  const record: typeof fetch = async (url, init) => {
    const response = await fetch(url, init);
    const [ours, theirs] = response.body!.tee();
    void (async () => {
      for await (const piece of ours.pipeThrough(new TextDecoderStream())) text += piece;
    })().catch(() => undefined);
    return new Response(theirs, response);
  };
  return { fetch: record, events: () => text.split(/(?<=\n\r?\n)/) };
}
