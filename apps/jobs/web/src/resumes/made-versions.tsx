import { Badge, useQuery, useServer } from '@posthouse/components';
import { loadJob } from '../api/job.ts';
import { loadVersionsOf, type VersionSummary } from '../api/version.ts';
import { toFragment } from '../routing/route.ts';
import { Day } from '../words/day.tsx';
import { useWords } from '../words/use-words.ts';

const MAX_VERSIONS_SHOWN = 10;

/** The newest versions that were made from a resume; nothing at all as long as there are none. */
export function MadeVersions({ resumeId }: { resumeId: number }) {
  const server = useServer();
  const { resumes: words } = useWords();
  const { value = [] } = useQuery(`versions of ${resumeId}`, async (signal) => {
    const versions = (await loadVersionsOf(server, resumeId, signal)).slice(0, MAX_VERSIONS_SHOWN);
    const ids = [...new Set(versions.map(({ jobId }) => jobId))];
    const jobs = await Promise.all(ids.map(async (id) => (await loadJob(server, id, signal)).job));
    return versions.map((version) => ({ version, job: jobs.find(({ id }) => id === version.jobId)! }));
  });
  if (value.length === 0) return null;
  return (
    <>
      <h3 className="mt-4 mb-2 text-sm font-medium">{words.versions}</h3>
      <ul aria-label={words.versions} className="flex flex-col gap-2 text-sm">
        {value.map(({ version, job }) => (
          <Line key={version.id} version={version} job={`${job.title} · ${job.company}`} />
        ))}
      </ul>
    </>
  );
}

function Line({
  version: { jobId, resumeId, version, engine, createdAt },
  job,
}: {
  version: VersionSummary;
  job: string;
}) {
  const { resumes: words, tailoring } = useWords();
  const query = { resume: String(resumeId), version: String(version) };
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <a className="text-accent underline" href={toFragment({ view: 'tailor', path: [String(jobId)], query })}>
        {words.versionOf(version, job)}
      </a>
      <Badge>{tailoring.madeBy[engine]}</Badge>
      <span className="text-soft">
        <Day at={createdAt} />
      </span>
    </li>
  );
}
