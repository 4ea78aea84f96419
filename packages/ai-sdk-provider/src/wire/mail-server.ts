import type { JSONObject } from '@ai-sdk/provider';
import { type FetchedResponse, type FetchFunction, platform, type Signal } from '../platform.ts';
import { toConnectionError, toResponseError } from './to-call-error.ts';

export type ServerOptions = {
  baseURL: string;
  headers: Record<string, string | undefined>;
  fetch: FetchFunction | undefined;
};

/** Which task, and in which swarm unless that is the server's default. */
export type TaskAddress = { taskId: string; swarmName?: string | undefined };

export type MailServer = ReturnType<typeof mailServer>;

/** The routes of a MAIL server that we use. */
export function mailServer({ baseURL, headers, fetch = platform.fetch }: ServerOptions) {
  const send = async (
    path: string,
    signal: Signal,
    { body, key }: { body?: JSONObject; key?: string } = {},
  ): Promise<FetchedResponse> => {
    const url = baseURL + path;
    const request = { url, requestBodyValues: body };
    const all = { 'content-type': 'application/json', accept: '*/*', 'idempotency-key': key, ...headers };
    const given = Object.entries(all).filter(([, value]) => value !== undefined);
    const response = await fetch(url, {
      method: body ? 'POST' : 'GET',
      headers: Object.fromEntries(given) as Record<string, string>,
      ...(body && { body: JSON.stringify(body) }),
      signal,
    }).catch((error: unknown) => {
      throw signal.aborted ? error : toConnectionError(error, request);
    });
    if (!response.ok) throw await toResponseError(response, request);
    return response;
  };

  const taskPath = ({ taskId, swarmName }: TaskAddress, action: string): string => {
    const swarm = swarmName ? `swarm=${encodeURIComponent(swarmName)}` : '';
    return `/tasks/${encodeURIComponent(taskId)}/${action}?${swarm}`;
  };

  return {
    /** Posts a message; the response is a stream. The key makes the same post twice one message. */
    post: (body: JSONObject, key: string, signal: Signal): Promise<FetchedResponse> =>
      send('/message', signal, { body, key }),

    /** What is told of a run behind what the query says. */
    follow: (task: TaskAddress, query: string, signal: Signal): Promise<FetchedResponse> =>
      send(`${taskPath(task, 'tellings')}&${query}`, signal),

    /** Stops the run of a task. Whoever asks for it has left already, so failure is nobody's business. */
    async cancel(task: TaskAddress): Promise<void> {
      const { signal } = new platform.AbortController();
      await send(taskPath(task, 'cancel'), signal, { body: {} })
        .then((response) => response.text())
        .catch(() => undefined);
    },
  };
}
