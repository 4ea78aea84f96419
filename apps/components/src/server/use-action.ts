import { useCallback, useEffect, useRef, useState } from 'react';

export type Action = {
  busy: boolean;
  /** Why the last work did not succeed. */
  failure: Error | undefined;
  /**
   * Does something, and remembers whether it goes well. Does nothing while something is being done. The signal says
   * whether the reader has gone elsewhere: the work continues, but must not lead them anywhere any more.
   */
  run: (work: (left: AbortSignal) => Promise<void>) => void;
};

/** Something that the reader wants to be done: whether it is under way, and why it was not done. */
export function useAction(): Action {
  const [state, setState] = useState<{ busy: boolean; failure?: Error }>({ busy: false });
  const atWork = useRef(false);
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => {
    const controller = (leaving.current = new AbortController());
    return () => controller.abort();
  }, []);
  const run = useCallback((work: (left: AbortSignal) => Promise<void>): void => {
    if (atWork.current) return;
    atWork.current = true;
    setState({ busy: true });
    const end = (failure?: Error): void => {
      atWork.current = false;
      setState({ busy: false, failure });
    };
    work(leaving.current!.signal).then(() => end(), end);
  }, []);
  return { busy: state.busy, failure: state.failure, run };
}
