import { Badge, type Tone } from '@posthouse/components';
import { useWords } from '../words/use-words.ts';

/** How well a job fits the default resume. */
export function ScoreMark({ score, source }: { score: number | null; source: 'keyword' | 'llm' | null }) {
  const { jobs: words } = useWords();
  if (score === null) return null;
  return (
    <span title={source === null ? undefined : words.scoreSources[source]}>
      <Badge tone={toTone(score)}>{words.match(score)}</Badge>
    </span>
  );
}

/** The colour underlines the number. */
export function toTone(score: number): Tone {
  if (score >= 80) return 'done';
  return score >= 60 ? 'accent' : 'neutral';
}
