import { openEventStream } from '../http/open-event-stream.ts';
import type { OpenRequest } from '../http/open-request.ts';
import { type Request, toRequestName } from '../http/request.ts';
import { RequestError } from '../http/request-error.ts';
import { isPassing } from '../http/with-retries.ts';
import type { Requester } from './requester.ts';
import type { StreamSource } from '../streams/stream-items.ts';

export type MessageSourceOptions = {
  /** The request that posts the message. */
  post: Request;
  idempotencyKey: string;
  /** The stream of the message's task, where it goes on after a cut. */
  task: StreamSource;
};

/**
 * The stream of one message. It begins with the message itself, which is posted a second time only if the server takes
 * both for one; once a place is known it goes on as the stream of the task.
 */
export function messageSource(
  requester: Requester,
  { post, idempotencyKey, task }: MessageSourceOptions,
): StreamSource {
  const request = toRequestName(post);
  const marked = { ...post, headers: { ...post.headers, 'Idempotency-Key': idempotencyKey } };

  async function mayRepeat(failed: RequestError): Promise<boolean> {
    try {
      return await requester.mayRepeat(failed, post.signal);
    } catch (error) {
      // The server cannot be asked either, so what went wrong first still stands.
      if (error instanceof RequestError && isPassing(error)) throw failed;
      throw error;
    }
  }

  return {
    request,
    later: false,
    oneMessage: true,
    async open(place, failed): Promise<OpenRequest> {
      if (place !== undefined) return task.open(place, failed);
      if (failed !== undefined && !(await mayRepeat(failed))) throw notRepeated(request, failed);
      return openEventStream(requester.connection, requester.patient(marked));
    },
    isAtRest: () => task.isAtRest(),
  };
}

function notRepeated(request: string, cause: RequestError): RequestError {
  const message =
    `${cause.message}; the message may have arrived, and it is not sent again, ` +
    `because this server supports neither idempotency keys nor event ids`;
  return new RequestError({ request, code: 'stream_cut', message, cause });
}
