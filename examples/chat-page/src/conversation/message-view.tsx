import { shownParts } from '@posthouse/client/chat';
import type { SwarmMessage } from '../messages/swarm-message.ts';
import { toSections } from '../messages/to-sections.ts';
import { toUsageText } from '../messages/to-usage-text.ts';
import { ActivityView } from '../parts/activity-view.tsx';
import { QuestionView } from '../parts/question-view.tsx';
import { Speaker } from '../parts/speaker.ts';
import { TextView } from '../parts/text-view.tsx';
import type { SwarmChat } from '../sdk/swarm-chat.ts';
import { UserMessage } from './user-message.tsx';

type MessageProps = {
  message: SwarmMessage;
  chat: Pick<SwarmChat, 'answer' | 'refuse' | 'decide' | 'edit' | 'regenerate' | 'status'>;
  /** Whether it is what the reader looks at: it is shown with everything that leads to it, and what is wrong stands below. */
  newest: boolean;
  /** Whether words can be taken back: a swarm goes on in another branch, an agent cannot forget. */
  canEdit: boolean;
};

const ENDED_EARLY = { cancelled: 'stopped', stopped: 'stopped', interrupted: 'interrupted' } as const;

/** One message of the conversation. */
export function MessageView({ message, chat, newest, canEdit }: MessageProps) {
  const isIdle = chat.status === 'ready' || chat.status === 'error';
  if (message.role === 'user') {
    return (
      <UserMessage message={message} onEdit={canEdit && isIdle ? (text) => chat.edit(message.id, text) : undefined} />
    );
  }
  const { outcome, error, agent, ...spent } = message.metadata ?? {};
  const early = ENDED_EARLY[outcome as keyof typeof ENDED_EARLY];
  const facts = [early, toUsageText(spent)].filter((fact) => fact !== undefined);
  const canRegenerate = isIdle && error === undefined;
  const shown = new Set<unknown>(shownParts(message));
  return (
    <article className="message swarm" aria-label={agent ?? 'The swarm'}>
      <Speaker value={agent ?? 'swarm'}>
        {toSections(message).map((section, index) => {
          switch (section.kind) {
            case 'text':
              return <TextView key={index} part={section.part} retracted={!shown.has(section.part)} />;
            case 'question':
              return <QuestionView key={section.part.toolCallId} part={section.part} chat={chat} />;
            default:
              return (
                <ActivityView
                  key={index}
                  parts={section.parts}
                  startsOpen={newest}
                  isRetracted={(part) => part.type === 'reasoning' && !shown.has(part)}
                />
              );
          }
        })}
      </Speaker>
      {error !== undefined && !newest && <p className="failure">{error}</p>}
      {(facts.length > 0 || canRegenerate) && (
        <footer>
          {facts.join(', ')}
          {canRegenerate && (
            <button type="button" className="quiet" onClick={() => chat.regenerate(message.id)}>
              Regenerate
            </button>
          )}
        </footer>
      )}
    </article>
  );
}
