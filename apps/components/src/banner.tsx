import { CircleAlert, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { joinClasses } from './join-classes.ts';

const LOOKS = {
  alarm: 'border-alarm/40 bg-alarm-paper text-alarm',
  ask: 'border-ask/40 bg-ask-paper text-ask',
  plain: 'border-line bg-sunken text-soft',
};

export type BannerProps = { look?: keyof typeof LOOKS; children: ReactNode; action?: ReactNode };

/** Something that the reader should know now, and perhaps what to do about it. */
export function Banner({ look = 'plain', children, action }: BannerProps) {
  const Icon = look === 'plain' ? Info : CircleAlert;
  return (
    <div
      role={look === 'alarm' ? 'alert' : 'status'}
      className={joinClasses(
        'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border px-3 py-2 text-sm',
        LOOKS[look],
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">{children}</div>
      {action}
    </div>
  );
}
