import { type RefObject, useLayoutEffect, useRef } from 'react';

/** A value for whoever looks later: always the one of the newest drawing. */
export function useNewest<Value>(value: Value): RefObject<Value> {
  const newest = useRef(value);
  useLayoutEffect(() => {
    newest.current = value;
  });
  return newest;
}
