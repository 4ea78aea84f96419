import { type RefObject, useLayoutEffect, useRef } from 'react';

/** How far from the end, in pixels, still counts as being there. */
const PIXELS_FROM_END = 120;

/** Keeps the end of what grows in view, unless the reader has scrolled up to look at something else. */
export function useStickyEnd(): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null);
  const height = useRef(0);
  // Whatever is drawn may have grown, so this looks after each time.
  useLayoutEffect(() => {
    const { scrollHeight, clientHeight, scrollTop } = document.documentElement;
    const wasAtEnd = height.current - clientHeight - scrollTop < PIXELS_FROM_END;
    height.current = scrollHeight;
    if (wasAtEnd) end.current?.scrollIntoView({ block: 'end' });
  });
  return end;
}
