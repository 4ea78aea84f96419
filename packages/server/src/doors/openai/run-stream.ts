import { type JSONObject, PosthouseError, type RunEvent } from '@posthouse/protocol';
import type { Context } from 'hono';
import type { AppEnv } from '../../app/app-env.ts';
import type { AppParts } from '../../app/create-app.ts';
import { answerStream } from '../../routes/event-stream.ts';
import { followRun } from '../follow-run.ts';
import type { Posted } from './submit-conversation.ts';

/** Turns what happens in a run into the text of an event stream. */
export type RunScribe = {
  start(): string;
  take(event: RunEvent): string;
  /** The last words of a stream whose run is over. */
  end(): string;
  /** The last words of a stream that breaks off. */
  fail(error: { code: string; message: string }): string;
};

/** Answers with what happens in a run, as it happens. A reader that leaves stops nothing. */
export function answerRunStream(
  c: Context<AppEnv>,
  { desk, house, logger }: AppParts,
  { task, slice }: Posted,
  scribe: RunScribe,
): Response {
  return answerStream(c, task.taskId, (outgoing) => {
    const left = new AbortController();
    const connection = desk.connect({ outgoing, onEnd: () => left.abort() });
    const say = (text: string, now = false): void => {
      if (text === '') return;
      connection.send(Buffer.from(text, 'utf8'));
      // Somebody watches the answer appear; a model that writes fast may have written all of it by the end of the tick.
      if (now) connection.flush();
    };
    const take = (event: RunEvent): void => say(scribe.take(event), event.type === 'token');
    const room = (): Promise<void> => connection.room();
    say(scribe.start());
    followRun({ engine: house.engine, task, slice, tokens: true, signal: left.signal, take, room })
      .then(() => say(scribe.end()))
      .catch((error: unknown) => {
        if (left.signal.aborted) return;
        const known = PosthouseError.isInstance(error);
        if (!known || error.code !== 'unavailable')
          logger.error('a stream could not go on', { taskId: task.taskId, error });
        say(scribe.fail(known ? error : { code: 'internal', message: 'something unexpected went wrong' }));
      })
      .finally(() => connection.end());
    return connection.body;
  });
}

/** Waits for the end of a run. Throws when the caller hangs up; the run goes on. */
export async function awaitRun(
  c: Context<AppEnv>,
  { house }: AppParts,
  { task, slice }: Posted,
  take: (event: RunEvent) => void,
): Promise<void> {
  // From here on the caller's message is taken, whatever comes of the wait.
  c.set('posted', true);
  await followRun({ engine: house.engine, task, slice, signal: c.req.raw.signal, take });
}

/** An event of a stream of Responses. */
export function toEventText(event: JSONObject & { type: string }): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

/** A chunk of a stream of chat completions. */
export function toChunkText(chunk: JSONObject | '[DONE]'): string {
  return `data: ${chunk === '[DONE]' ? chunk : JSON.stringify(chunk)}\n\n`;
}
