import { useCallback, useEffect, useRef, useState } from 'react';
import { useServer, useServerState } from './server-context.ts';
import { useLatest } from './use-latest.ts';

export type QueryResult<Value> = {
  value: Value | undefined;
  /** Why there is no newer value. */
  failure: Error | undefined;
  refresh: () => void;
};

/**
 * Something that the server knows: asked for at once, again when the key is another one, every so often where that is
 * wanted, and when a lost server is back. The last value stays until there is a new one.
 */
export function useQuery<Value>(
  key: string,
  load: (signal: AbortSignal) => Promise<Value>,
  { everyMs }: { everyMs?: number } = {},
): QueryResult<Value> {
  const server = useServer();
  const online = useServerState(server) === 'online';
  const [answer, setAnswer] = useState<{ key: string; value?: Value; failure?: Error }>({ key });
  const newest = useLatest(load);
  const askNow = useRef<() => void>(undefined);
  useEffect(() => {
    const aborter = new AbortController();
    const { signal } = aborter;
    const ask = (): void => {
      newest.current(signal).then(
        (value) => !signal.aborted && setAnswer({ key, value }),
        (failure: Error) =>
          !signal.aborted && setAnswer((last) => (last.key === key ? { ...last, failure } : { key, failure })),
      );
    };
    ask();
    askNow.current = ask;
    const timer = everyMs === undefined || !online ? undefined : setInterval(ask, everyMs);
    return () => {
      aborter.abort();
      clearInterval(timer);
    };
  }, [key, online, everyMs, newest]);
  const refresh = useCallback(() => askNow.current?.(), []);
  const isCurrent = answer.key === key;
  return { value: isCurrent ? answer.value : undefined, failure: isCurrent ? answer.failure : undefined, refresh };
}
