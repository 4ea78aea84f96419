import type { ReactNode } from 'react';
import { joinClasses } from './join-classes.ts';

const TONES = {
  neutral: 'bg-sunken text-soft',
  accent: 'bg-accent-paper text-accent',
  done: 'bg-done-paper text-done',
  ask: 'bg-ask-paper text-ask',
  alarm: 'bg-alarm-paper text-alarm',
};

export type Tone = keyof typeof TONES;

/** A word about something. The colour only underlines what the word says. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={joinClasses(
        'inline-flex items-center gap-1 rounded-full px-2 py-0.5 text-xs font-medium whitespace-nowrap',
        TONES[tone],
      )}
    >
      {children}
    </span>
  );
}
