import type { Detected } from '../../platform/platform.ts';
import { useWords } from '../../words/use-words.ts';
import { Chip } from './chip.tsx';

/** The posting on the page beside ours, as the assistant is told about it. */
export function DetectedChip({ detected: { job }, onDrop }: { detected: Detected; onDrop: () => void }) {
  const { context: words } = useWords().chat;
  const label = [job.title, job.company].filter((each) => each !== undefined && each !== '').join(', ');
  return <Chip kind={words.page} label={label} onDrop={onDrop} />;
}
