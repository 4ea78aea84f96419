import type { HttpBindings } from '@hono/node-server';
import type { Caller } from '../auth/caller.ts';

/** What a request carries through the app. Node's own objects exist in a real server, but not in `app.request()`. */
export type AppEnv = {
  Bindings: Partial<HttpBindings> & {
    /** The body of an answer that is an event stream, so that the server can let it write itself. */
    stream?: ReadableStream<Uint8Array>;
  };
  Variables: {
    caller: Caller;
    /** The request's id in the log; its answer carries it as `X-Request-Id`. */
    requestId?: string;
    /** The message of the request is stored: asking again would post it a second time. */
    posted?: true;
  };
};
