import { Badge, type Tone } from '@posthouse/components';
import { CircleX, Inbox, MessagesSquare, Send, SkipForward, Trophy } from 'lucide-react';
import type { JobStatus } from '../api/job.ts';
import { useWords } from '../words/use-words.ts';

const LOOKS: Record<JobStatus, { tone: Tone; Icon: typeof Inbox }> = {
  inbox: { tone: 'neutral', Icon: Inbox },
  applied: { tone: 'accent', Icon: Send },
  interviewing: { tone: 'ask', Icon: MessagesSquare },
  offer: { tone: 'done', Icon: Trophy },
  rejected: { tone: 'alarm', Icon: CircleX },
  skipped: { tone: 'neutral', Icon: SkipForward },
};

/** How far an application has come: a word, a picture and a colour that say the same. */
export function StatusMark({ status }: { status: JobStatus }) {
  const { jobs: words } = useWords();
  const { tone, Icon } = LOOKS[status];
  return (
    <Badge tone={tone}>
      <Icon aria-hidden className="size-3.5" />
      {words.statuses[status]}
    </Badge>
  );
}
