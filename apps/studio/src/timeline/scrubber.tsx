import { Button, useLatest } from '@posthouse/components';
import { ChevronLeft, ChevronRight, Pause, Play, Radio } from 'lucide-react';
import { useEffect, useState } from 'react';

const STEP_MS = 220;

type ScrubberProps = {
  head: number;
  /** Undefined while the newest moment is followed. */
  at: number | undefined;
  time: string | undefined;
  onGo: (seq: number | undefined) => void;
};

/** Goes back and forth in a task: by hand, entry by entry, or by itself. */
export function Scrubber({ head, at, time, onGo }: ScrubberProps) {
  const [playing, setPlaying] = useState(false);
  const place = at ?? head;
  const newest = useLatest({ place, head, onGo });
  useEffect(() => {
    if (!playing) return undefined;
    const timer = setInterval(() => {
      const { place: now, head: end, onGo: go } = newest.current;
      if (now >= end) setPlaying(false);
      else go(now + 1);
    }, STEP_MS);
    return () => clearInterval(timer);
  }, [playing, newest]);
  const play = (): void => {
    if (!playing && place >= head) onGo(0);
    setPlaying(!playing);
  };
  const go = (seq: number | undefined): void => {
    setPlaying(false);
    onGo(seq);
  };
  return (
    <fieldset className="flex min-w-0 items-center gap-1 border-b border-line px-2 py-1" aria-label="Replay">
      <Button
        look="quiet"
        icon
        aria-label={playing ? 'Pause the replay' : 'Replay'}
        onClick={play}
        disabled={head === 0}
      >
        {playing ? <Pause aria-hidden className="size-4" /> : <Play aria-hidden className="size-4" />}
      </Button>
      <Button look="quiet" icon aria-label="Previous entry" disabled={place <= 0} onClick={() => go(place - 1)}>
        <ChevronLeft aria-hidden className="size-4" />
      </Button>
      <Button look="quiet" icon aria-label="Next entry" disabled={place >= head} onClick={() => go(place + 1)}>
        <ChevronRight aria-hidden className="size-4" />
      </Button>
      <input
        type="range"
        aria-label="Moment"
        aria-valuetext={`entry ${place} of ${head}`}
        min={0}
        max={head}
        value={place}
        onChange={(event) => go(Number(event.target.value))}
        className="min-w-0 flex-1 accent-accent"
      />
      <span className="shrink-0 text-right md:w-24 font-mono text-xs text-soft">
        {place}/{head}
      </span>
      <span className="hidden w-24 shrink-0 text-right font-mono text-xs text-soft md:inline">
        {time === undefined ? '' : new Date(time).toLocaleTimeString('en-GB')}
      </span>
      <Button look={at === undefined ? 'plain' : 'quiet'} aria-pressed={at === undefined} onClick={() => go(undefined)}>
        <Radio aria-hidden className="size-3.5" />
        Live
      </Button>
    </fieldset>
  );
}
