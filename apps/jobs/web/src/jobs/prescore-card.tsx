import { Badge, Card, Spinner, useQuery, useServer } from '@posthouse/components';
import { loadPrescore } from '../api/analysis.ts';
import type { Job } from '../api/job.ts';
import { sayFailure } from '../words/say-failure.ts';
import { useWords } from '../words/use-words.ts';

/** What words alone say about the job and the default resume: known at once, and without any model. */
export function PrescoreCard({ job }: { job: Job }) {
  const server = useServer();
  const words = useWords();
  const { detail, match } = words.jobs;
  const { value, failure } = useQuery(`prescore/${job.id}/${job.updatedAt}`, (signal) =>
    loadPrescore(server, job.id, signal),
  );
  return (
    <Card aria-label={detail.prescore} className="p-3 text-sm">
      <h2 className="text-base font-semibold">{detail.prescore}</h2>
      <p className="mt-1 text-soft">{detail.prescoreText}</p>
      {value === undefined && failure === undefined && <Spinner label={words.shell.loading} />}
      {failure !== undefined && <p className="mt-2">{sayFailure(failure, words)}</p>}
      {value?.score === null && <p className="mt-2">{detail.noPrescore}</p>}
      {value !== undefined && value.score !== null && (
        <>
          <p className="mt-2 font-medium">
            {match(Math.round(value.score))} · {detail.confidence[value.confidence]}
          </p>
          {value.requiredCoverage !== null && (
            <p className="text-soft">{detail.coverage(Math.round(value.requiredCoverage * 100))}</p>
          )}
          <Names title={detail.matched} names={value.matched} sign="+" />
          <Names title={detail.notInResume} names={value.missing} sign="−" />
        </>
      )}
    </Card>
  );
}

type NamesProps = { title: string; names: readonly string[]; sign: string };

function Names({ title, names, sign }: NamesProps) {
  if (names.length === 0) return null;
  return (
    <div className="mt-2">
      <h3 className="font-medium">{title}</h3>
      <ul className="mt-1 flex flex-wrap gap-1">
        {names.map((name) => (
          <li key={name}>
            <Badge tone={sign === '+' ? 'done' : 'ask'}>
              <span aria-hidden>{sign}</span>
              {name}
            </Badge>
          </li>
        ))}
      </ul>
    </div>
  );
}
