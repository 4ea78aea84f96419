import { shownParts } from '@posthouse/client/chat';
import { memo } from 'react';
import type { SwarmMessage } from '../messages/swarm-message.ts';
import { toSections } from '../messages/to-sections.ts';
import { toUsageText } from '../messages/to-usage-text.ts';
import { ActivityView } from '../parts/activity-view.tsx';
import { QuestionView } from '../parts/question-view.tsx';
import { Speaker } from '../parts/speaker.ts';
import { TextView } from '../parts/text-view.tsx';
import type { SwarmChat } from '../sdk/swarm-chat.ts';

type MessageProps = {
  message: SwarmMessage;
  chat: Pick<SwarmChat, 'answer' | 'refuse' | 'decide' | 'status'>;
  /** Whether it is what the reader looks at: it is shown with everything that leads to it, and what is wrong stands below. */
  newest: boolean;
};

/** One message of the conversation. */
export function MessageView({ message, chat, newest }: MessageProps) {
  if (message.role === 'user') return <UserMessage message={message} />;
  const { outcome, error, agent, ...spent } = message.metadata ?? {};
  // What a swarm has not come to say is marked where it stands.
  const early = outcome === 'stopped' || outcome === 'interrupted' ? outcome : undefined;
  const facts = [early, toUsageText(spent)].filter((fact) => fact !== undefined);
  const stopped = outcome === 'cancelled' || outcome === 'stopped';
  const shown = new Set<unknown>(shownParts(message));
  return (
    <article className="message swarm" aria-label={agent ?? 'The swarm'}>
      <Speaker value={agent ?? 'swarm'}>
        {toSections(message).map((section, index) => {
          switch (section.kind) {
            case 'text':
              return (
                <TextView key={index} part={section.part} retracted={!shown.has(section.part)} stopped={stopped} />
              );
            case 'question':
              return <QuestionView key={section.part.toolCallId} part={section.part} chat={chat} />;
            default:
              return (
                <ActivityView
                  key={index}
                  parts={section.parts}
                  startsOpen={newest}
                  // When the reader stops everything, nobody has thought better of anything.
                  isRetracted={(part) => !stopped && part.type === 'reasoning' && !shown.has(part)}
                />
              );
          }
        })}
      </Speaker>
      {error !== undefined && !newest && <p className="failure">{error}</p>}
      {facts.length > 0 && <footer>{facts.join(', ')}</footer>}
    </article>
  );
}

const UserMessage = memo(({ message }: { message: SwarmMessage }) => (
  <article className="message user" aria-label="You">
    {message.parts.map((part, index) => part.type === 'text' && <p key={index}>{part.text}</p>)}
  </article>
));
