import { Badge, Banner, Button, CopyButton, Foldable, Markdown } from '@posthouse/components';
import { Brain } from 'lucide-react';
import { memo } from 'react';
import { useWords } from '../words/use-words.ts';
import { type ChatMessage, type ChatPart, type ReasoningPart, toText } from './chat-message.ts';
import { sayAnswerFailure } from './read-failure.ts';
import { ToolCard } from './tools/tool-card.tsx';

type MessageProps = {
  message: ChatMessage;
  /** Whether it is an answer that is being written. */
  writing: boolean;
  /** Lets the reader ask again, after an answer that has failed. */
  onAskAgain: (() => void) | undefined;
};

/** One message of the conversation. */
export const MessageView = memo((props: MessageProps) =>
  props.message.role === 'user' ? <Question message={props.message} /> : <Answer {...props} />,
);

function Question({ message }: { message: ChatMessage }) {
  const { chat: words } = useWords();
  return (
    <article aria-label={words.you} data-role="question" className="my-4 flex flex-col items-end">
      <div className="max-w-[85%] rounded-2xl bg-accent-paper px-3.5 py-2 text-sm whitespace-pre-wrap [overflow-wrap:anywhere]">
        {toText(message)}
      </div>
    </article>
  );
}

function Answer({ message, writing, onAskAgain }: MessageProps) {
  const all = useWords();
  const { chat: words } = all;
  const { outcome, error, usage, model } = message.metadata ?? {};
  const tokens = usage?.totalTokens ?? 0;
  return (
    <article aria-label={words.assistant} data-role="answer" className="my-4">
      {message.parts.map((part, index) => (
        <Part key={index} part={part} />
      ))}
      {!writing && (outcome === 'stopped' || outcome === 'interrupted') && <Badge tone="ask">{words[outcome]}</Badge>}
      {!writing && error !== undefined && (
        <Banner
          look="alarm"
          action={onAskAgain === undefined ? undefined : <Button onClick={onAskAgain}>{words.askAgain}</Button>}
        >
          {sayAnswerFailure(error, all)}
        </Banner>
      )}
      {/* Always there, so that nothing moves when the answer is complete. */}
      <footer className="mt-1 flex h-8 items-center gap-2 text-xs text-soft">
        {!writing && <CopyButton text={toText(message)} label={words.copy} copied={words.copied} />}
        {!writing && model !== undefined && <span className="min-w-0 truncate">{model}</span>}
        {!writing && tokens > 0 && <span className="ml-auto shrink-0">{words.tokens(tokens)}</span>}
      </footer>
    </article>
  );
}

function Part({ part }: { part: ChatPart }) {
  switch (part.type) {
    case 'text':
      return (
        <div data-role="text" className="my-2 text-sm">
          <Markdown text={part.text} streaming={part.state === 'streaming'} />
        </div>
      );
    case 'reasoning':
      return <Thought part={part} />;
    case 'dynamic-tool':
      return <ToolCard part={part} />;
    default:
      return null;
  }
}

function Thought({ part }: { part: ReasoningPart }) {
  const { chat: words } = useWords();
  // Some models think without saying what.
  if (part.text.trim() === '') return null;
  return (
    <Foldable
      className="my-1"
      title={
        <span className="flex min-w-0 items-center gap-2 text-soft">
          <Brain aria-hidden className="size-3.5 shrink-0" />
          <span className="shrink-0">{words.thought}</span>
          <span className="min-w-0 flex-1 truncate text-xs">{part.text}</span>
        </span>
      }
    >
      <p data-role="thought" className="pb-1 text-sm whitespace-pre-wrap text-soft [overflow-wrap:anywhere]">
        {part.text}
      </p>
    </Foldable>
  );
}
