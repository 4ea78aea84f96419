import { Badge, Foldable, JSONText, type Tone } from '@posthouse/components';
import type { DynamicToolUIPart } from 'ai';
import { Wrench } from 'lucide-react';
import { useWords } from '../../words/use-words.ts';
import { FindingView } from './finding-view.tsx';
import { toFinding } from './finding.ts';

/** A call that the assistant has made: what it was for, how it stands, what came of it, and behind that the facts. */
export function ToolCard({ part }: { part: DynamicToolUIPart }) {
  const { chat: words } = useWords();
  const state = toState(part);
  const names: Record<string, string> = words.tools;
  // A model may call what is no tool at all.
  const name = Object.hasOwn(names, part.toolName) ? names[part.toolName] : part.toolName;
  const finding = state === 'done' ? toFinding(part.toolName, part.output) : undefined;
  return (
    <section
      data-role="call"
      data-tool={part.toolName}
      aria-label={name}
      className="my-2 rounded-lg border border-line bg-card px-3 py-2 text-sm"
    >
      <h3 className="flex min-w-0 items-center gap-2 font-medium">
        <Wrench aria-hidden className="size-3.5 shrink-0 text-soft" />
        <span className="min-w-0 flex-1 truncate">{name}</span>
        <Badge tone={TONES[state]}>{words.states[state]}</Badge>
      </h3>
      {finding !== undefined && (
        <div className="mt-1.5">
          <FindingView finding={finding} />
        </div>
      )}
      {part.state === 'output-error' && (
        <p className="mt-1 text-alarm [overflow-wrap:anywhere] whitespace-pre-wrap">{part.errorText}</p>
      )}
      {state !== 'running' && (
        <Foldable title={<span className="text-xs text-soft">{words.details}</span>} className="-mx-1 mt-1">
          <div className="flex flex-col gap-1.5 pb-1">
            {part.input !== undefined && <JSONText label={words.input} value={part.input} />}
            {part.state === 'output-available' && <JSONText label={words.output} value={part.output} />}
          </div>
        </Foldable>
      )}
    </section>
  );
}

type State = 'running' | 'done' | 'failed';

const TONES: Record<State, Tone> = { running: 'accent', done: 'done', failed: 'alarm' };

function toState(part: DynamicToolUIPart): State {
  if (part.state === 'output-available') return part.preliminary === true ? 'running' : 'done';
  return part.state === 'output-error' || part.state === 'output-denied' ? 'failed' : 'running';
}
