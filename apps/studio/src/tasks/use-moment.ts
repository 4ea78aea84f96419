import { useLatest } from '@posthouse/components';
import { useCallback, useEffect, useRef, useState } from 'react';

/** How long a moment has to be looked at before the address has it. */
const REST_MS = 250;

/**
 * The moment of a task that is looked at; undefined while the newest one is followed. The address has it, too, but only once
 * the reader has come to rest: browsers slow pages down that change their address with every step of a slider.
 */
export function useMoment(
  inAddress: string | undefined,
  write: (at: string | undefined) => void,
): [at: number | undefined, go: (seq: number | undefined) => void] {
  const [at, setAt] = useState(() => toMoment(inAddress));
  const known = useRef(inAddress);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const newest = useLatest(write);
  useEffect(() => {
    // What this page has written itself is not news.
    if (inAddress === known.current) return;
    known.current = inAddress;
    clearTimeout(timer.current);
    setAt(toMoment(inAddress));
  }, [inAddress]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const go = useCallback(
    (seq: number | undefined): void => {
      setAt(seq);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        known.current = seq === undefined ? undefined : String(seq);
        newest.current(known.current);
      }, REST_MS);
    },
    [newest],
  );
  return [at, go];
}

function toMoment(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
