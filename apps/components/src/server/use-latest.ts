import { type RefObject, useLayoutEffect, useRef } from 'react';

/** A value for whoever looks later: always the one of the last rendering. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
