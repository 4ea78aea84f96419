export interface SilenceOptions {
  readonly silenceMs: number;
  /** Called once, when nothing was heard for that long. */
  readonly onSilence: () => void;
  /** Silence with a reason, such as a question to the user, does not count. */
  readonly isExcused: () => boolean;
}

export interface SilenceWatch extends Disposable {
  /** Something was heard: the wait begins anew. */
  heard(): void;
}

/** Notices a program that has stopped saying anything, without a timer for each of its words. */
export function watchSilence({ silenceMs, onSilence, isExcused }: SilenceOptions): SilenceWatch {
  let last = performance.now();
  const timer = setInterval(
    () => {
      if (isExcused()) last = performance.now();
      if (performance.now() - last < silenceMs) return;
      clearInterval(timer);
      onSilence();
    },
    Math.max(1, Math.min(silenceMs / 4, 60_000)),
  );
  timer.unref();
  return {
    heard: () => {
      last = performance.now();
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}
