/** What is needed of an `AbortSignal`; any real one fits. */
export interface WebSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** The outcome of some work, or the signal's reason as soon as that aborts; the work itself goes on, and may fail unheard. */
export function untilAborted<Value>(work: Promise<Value>, signal: WebSignal | undefined): Promise<Value> {
  if (signal === undefined) return work;
  return new Promise<Value>((resolve, reject) => {
    const leave = () => reject(signal.reason as Error);
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave);
    const stay = () => signal.removeEventListener('abort', leave);
    work.then(
      (value) => (stay(), resolve(value)),
      (error: unknown) => (stay(), reject(error as Error)),
    );
  });
}
