import { APICallError } from 'ai';

/** How much of an error is read: what a provider has to say is a sentence. */
export const MAX_ERROR_BYTES = 64 * 1024;
/** How much one event may have: the last one of some providers repeats the whole answer, with all that was asked. */
export const MAX_EVENT_BYTES = 16 * 1024 * 1024;
/** How much an answer may have with all that is around its words: a word alone in its event takes a hundred times its length. */
export const MAX_ANSWER_BYTES = 256 * 1024 * 1024;

/** The global `fetch`, for answers of model providers: what one of them sends without end is not kept in memory. */
export async function boundedFetch(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...request);
  const { body, status, statusText, headers, ok } = response;
  if (body === null) return response;
  if (ok) return new Response(body.pipeThrough(boundEvents(urlOf(request))), { status, statusText, headers });
  const { bytes, isAll } = await readBeginning(body, MAX_ERROR_BYTES);
  const note = isAll ? '' : ` (the answer has more than ${MAX_ERROR_BYTES} bytes, which were not read)`;
  return new Response(bytes, { status, statusText: `${statusText}${note}`, headers });
}

async function readBeginning(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  most: number,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; isAll: boolean }> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop early gives up the connection.
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > most) break;
  }
  return { bytes: new Uint8Array(Buffer.concat(chunks).subarray(0, most)), isAll: length <= most };
}

const ENDS = ['\n\n', '\n\r\n', '\r\r'];
const LONGEST_END = 3;

/**
 * Fails when an event does not end: whoever reads events keeps each of them until the empty line that ends it. Fails as well when
 * events that may say nothing never end.
 */
function boundEvents(url: string): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let length = 0;
  let total = 0;
  // An end may arrive in two pieces.
  let last = Buffer.alloc(0);
  return new TransformStream({
    transform(chunk, controller) {
      const seen = Buffer.concat([last, chunk]);
      const end = Math.max(...ENDS.map((each) => seen.lastIndexOf(each)));
      length = end < 0 ? length + chunk.length : seen.length - end;
      last = Buffer.from(seen.subarray(-(LONGEST_END - 1)));
      total += chunk.length;
      if (length <= MAX_EVENT_BYTES && total <= MAX_ANSWER_BYTES) return controller.enqueue(chunk);
      const what =
        length > MAX_EVENT_BYTES ? `an event of more than ${MAX_EVENT_BYTES}` : `more than ${MAX_ANSWER_BYTES}`;
      const message = `the provider sent ${what} bytes; it was not read further`;
      throw new APICallError({ message, url, requestBodyValues: {}, isRetryable: false });
    },
  });
}

function urlOf([input]: Parameters<typeof fetch>): string {
  return input instanceof Request ? input.url : String(input);
}
