import { shownParts } from '@posthouse/client/chat';
import { Badge, Banner, Button, CopyButton, Markdown, TextField } from '@posthouse/components';
import { Pencil, RotateCcw, Workflow } from 'lucide-react';
import { memo, useState } from 'react';
import { toFragment } from '../routing/route.ts';
import { toSpentText } from '../format/numbers.ts';
import { BranchSwitch } from './branch-switch.tsx';
import { type Answering, QuestionView } from './question-view.tsx';
import type { SwarmMessage, SwarmPart, TextPart } from './swarm-message.ts';
import { toAnswerText } from './to-answer-text.ts';
import { type Section, toSections } from './to-sections.ts';
import type { BranchPlace } from './use-branches.ts';
import { WorkView } from './work-view.tsx';

type MessageProps = {
  message: SwarmMessage;
  answering: Answering;
  /** Whether it is the last one, which is shown with everything that leads to it. */
  newest: boolean;
  running: boolean;
  /** What else was asked or answered here, if anything was. */
  place: BranchPlace | undefined;
  onTake: (taskId: string) => void;
  /** Undefined where what was said cannot be taken back. */
  onEdit: ((message: SwarmMessage, text: string) => void) | undefined;
  onRegenerate: (message: SwarmMessage) => void;
};

/** One message of the conversation. */
export const MessageView = memo((props: MessageProps) => {
  return props.message.role === 'user' ? <UserMessage {...props} /> : <SwarmAnswer {...props} />;
});

function SwarmAnswer({ message, answering, newest, running, onRegenerate }: MessageProps) {
  const { outcome, error, usage, cost, taskId, swarm } = message.metadata ?? {};
  const spent = toSpentText({ ...usage, cost });
  const writing = newest && running;
  const shown = new Set<unknown>(shownParts(message));
  return (
    <article aria-label="The swarm" data-role="answer" className="my-4">
      {toSections(message).map((section, index) => (
        <SectionView
          key={index}
          section={section}
          answering={answering}
          newest={newest}
          running={running}
          stopped={outcome === 'cancelled'}
          isRetracted={(part) => (part.type === 'text' || part.type === 'reasoning') && !shown.has(part)}
        />
      ))}
      {error !== undefined && <Banner look="alarm">{error}</Banner>}
      {/* Always there, so that nothing moves when the answer is complete. */}
      <footer className="mt-1 flex h-8 items-center gap-1 text-xs text-soft">
        {!writing && (
          <>
            <CopyButton text={toAnswerText(message)} label="Copy the answer" />
            {newest && (
              <Button
                look="quiet"
                icon
                aria-label="Regenerate the answer"
                title="Regenerate the answer"
                onClick={() => onRegenerate(message)}
              >
                <RotateCcw aria-hidden className="size-3.5" />
              </Button>
            )}
          </>
        )}
        {taskId !== undefined && swarm !== undefined && (
          <a
            href={toFragment({ view: 'tasks', path: [swarm, taskId], query: { tab: 'graph' } })}
            className="inline-flex items-center gap-1 rounded px-1.5 py-1 hover:bg-sunken hover:text-ink"
          >
            <Workflow aria-hidden className="size-3.5" />
            Task graph
          </a>
        )}
        {spent !== undefined && <span className="ml-auto">{spent}</span>}
      </footer>
    </article>
  );
}

type SectionProps = Pick<MessageProps, 'answering' | 'newest' | 'running'> & {
  section: Section;
  stopped: boolean;
  /** Whether words or thoughts do not stand any more. */
  isRetracted: (part: SwarmPart) => boolean;
};

function SectionView({ section, answering, newest, running, stopped, isRetracted }: SectionProps) {
  switch (section.kind) {
    case 'text':
      return <Words part={section.part} retracted={isRetracted(section.part)} stopped={stopped} />;
    case 'question':
      return <QuestionView part={section.part} answering={answering} disabled={running} />;
    case 'file':
      return <p className="text-sm text-soft">[file: {section.part.filename ?? section.part.mediaType}]</p>;
    default:
      return <WorkView parts={section.parts} startsOpen={newest} isRetracted={isRetracted} />;
  }
}

/** Words for the reader. What does not stand stays visible, as what it is. */
function Words({ part, retracted, stopped }: { part: TextPart; retracted: boolean; stopped: boolean }) {
  if (retracted) {
    return (
      <div className="my-1 text-sm text-soft">
        <Badge>{stopped ? 'stopped' : 'retracted'}</Badge>
        <del className="ml-2 whitespace-pre-wrap">{part.text}</del>
      </div>
    );
  }
  return (
    <div data-role="text" className="my-1">
      <Markdown text={part.text} streaming={part.state === 'streaming'} />
    </div>
  );
}

function UserMessage({ message, running, place, onTake, onEdit }: MessageProps) {
  const text = toAnswerText(message);
  const [draft, setDraft] = useState<string>();
  if (draft !== undefined && onEdit !== undefined) {
    return (
      <div className="my-4 ml-auto flex w-full max-w-xl flex-col gap-2">
        <TextField
          label="Your edited message"
          rows={3}
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={() => setDraft(undefined)}>Cancel</Button>
          <Button
            look="primary"
            disabled={draft.trim() === '' || running}
            onClick={() => {
              onEdit(message, draft.trim());
              setDraft(undefined);
            }}
          >
            Ask again
          </Button>
        </div>
      </div>
    );
  }
  const files = message.parts.flatMap((part) => (part.type === 'file' ? (part.filename ?? part.mediaType) : []));
  return (
    <article aria-label="You" data-role="question" className="group my-4 flex flex-col items-end">
      <div className="max-w-xl rounded-2xl bg-accent-paper px-3.5 py-2 text-sm whitespace-pre-wrap [overflow-wrap:anywhere]">
        {text}
        {files.length > 0 && <p className="mt-1 text-xs text-soft">{files.join(', ')}</p>}
      </div>
      <div className="mt-0.5 flex">
        <span className="flex opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 [@media(hover:none)]:opacity-100">
          <CopyButton text={text} label="Copy the question" />
          {onEdit !== undefined && (
            <Button look="quiet" icon aria-label="Edit" title="Edit" disabled={running} onClick={() => setDraft(text)}>
              <Pencil aria-hidden className="size-3.5" />
            </Button>
          )}
        </span>
        {place !== undefined && <BranchSwitch place={place} disabled={running} onTake={onTake} />}
      </div>
    </article>
  );
}
