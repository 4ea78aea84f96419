import { Card } from '@posthouse/components';
import type { StatusChange } from '../api/job.ts';
import { Day } from '../words/day.tsx';
import { useWords } from '../words/use-words.ts';

/** How the job came to where it is, the newest step first. */
export function HistoryCard({ history }: { history: readonly StatusChange[] }) {
  const { detail: words, statuses } = useWords().jobs;
  return (
    <Card aria-label={words.history} className="p-3 text-sm">
      <h2 className="text-base font-semibold">{words.history}</h2>
      <ol className="mt-2 flex flex-col gap-2 border-l-2 border-line pl-3">
        {history.toReversed().map(({ oldStatus, newStatus, changedAt, actor }, index) => (
          <li key={index}>
            <p>
              {oldStatus === null
                ? words.arrived(statuses[newStatus])
                : words.moved(statuses[oldStatus], statuses[newStatus])}
            </p>
            <p className="text-xs text-soft">
              <Day at={changedAt} /> · {words.actors[actor]}
            </p>
          </li>
        ))}
      </ol>
    </Card>
  );
}
