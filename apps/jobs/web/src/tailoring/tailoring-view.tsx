import { Choice, Empty, Spinner, useQuery, useServer } from '@posthouse/components';
import { ExternalLink } from 'lucide-react';
import { loadJob } from '../api/job.ts';
import { loadResumes } from '../api/resume.ts';
import { go, toFragment, useRoute } from '../routing/route.ts';
import { chooseResume } from '../resumes/choose-resume.ts';
import { FailureBanner } from '../words/failure-banner.tsx';
import { useWords } from '../words/use-words.ts';
import { JobCombobox } from './job-combobox.tsx';
import { toRouteOf, toWorkspacePlace } from './workspace-place.ts';
import { Workspace } from './workspace.tsx';

/** Where a resume is made to fit a job: both are chosen here, and the workspace is below. */
export default function TailoringView() {
  const server = useServer();
  const {
    tailoring: words,
    shell,
    resumes: { gone },
  } = useWords();
  const place = toWorkspacePlace(useRoute());
  const resumes = useQuery('resumes', (signal) => loadResumes(server, signal));
  const job = useQuery(`job ${place.jobId}`, async (signal) =>
    place.jobId === undefined ? undefined : (await loadJob(server, place.jobId, signal)).job,
  );
  const { resumeId: named } = place;
  const resume = chooseResume(resumes.value ?? [], named === undefined ? undefined : String(named));
  if (resumes.value?.length === 0) {
    return (
      <Empty title={words.noResume}>
        <p className="mb-2">{words.noResumeHint}</p>
        <a className="text-accent underline" href={toFragment({ view: 'resumes' })}>
          {words.importResume}
        </a>
      </Empty>
    );
  }
  return (
    <div className="mx-auto max-w-6xl p-4">
      <h1 className="mb-3 text-lg font-semibold">{words.heading}</h1>
      <div className="mb-4 grid items-start gap-3 md:grid-cols-2">
        <div>
          <JobCombobox
            key={job.value?.id}
            label={words.job}
            job={job.value}
            onPick={({ id }) => go(toRouteOf({ jobId: id, resumeId: named, sheet: place.sheet }))}
          />
          <p className="mt-1 min-h-5 text-sm">
            {job.value !== undefined && (
              <a
                className="inline-flex items-center gap-1 text-accent underline"
                href={toFragment({ view: 'jobs', path: [String(job.value.id)] })}
              >
                <ExternalLink aria-hidden className="size-3.5" />
                {words.openJob}
              </a>
            )}
          </p>
        </div>
        <Choice
          label={words.resume}
          disabled={resumes.value === undefined}
          value={resume?.id ?? ''}
          onChange={({ target }) =>
            go(toRouteOf({ jobId: place.jobId, resumeId: Number(target.value), sheet: place.sheet }))
          }
        >
          {resume === undefined && <option value="">{resumes.value === undefined ? shell.loading : gone}</option>}
          {resumes.value?.map(({ id, name, isDefault }) => (
            <option key={id} value={id}>
              {isDefault ? words.defaultOne(name) : name}
            </option>
          ))}
        </Choice>
      </div>
      {resumes.value === undefined && <FailureBanner failure={resumes.failure} />}
      {job.value === undefined && <FailureBanner failure={job.failure} />}
      {place.jobId === undefined ? (
        <Empty title={words.chooseJob}>{words.chooseJobHint}</Empty>
      ) : job.value === undefined || resumes.value === undefined ? (
        (job.failure ?? resumes.failure) === undefined && <Spinner label={shell.loading} />
      ) : resume === undefined ? (
        <Empty title={gone} />
      ) : (
        <Workspace
          key={`${job.value.id} ${resume.id}`}
          pair={{ jobId: job.value.id, resumeId: resume.id }}
          place={place}
        />
      )}
    </div>
  );
}
