import { Button, useQuery, useServer } from '@posthouse/components';
import { BriefcaseBusiness, FileText, ListFilter } from 'lucide-react';
import { useState } from 'react';
import { loadJob } from '../../api/job.ts';
import { loadResume } from '../../api/resume.ts';
import type { Detected } from '../../platform/platform.ts';
import type { Words } from '../../words/en.ts';
import { useWords } from '../../words/use-words.ts';
import type { ChatContext, Filters } from './chat-context.ts';
import { Chip } from './chip.tsx';
import { DetectedChip } from './detected-chip.tsx';
import { FilterPicker } from './filter-picker.tsx';
import { JobPicker } from './job-picker.tsx';
import { ResumePicker } from './resume-picker.tsx';

type ContextBarProps = {
  context: ChatContext;
  /** A posting on the page beside ours. */
  detected: Detected | undefined;
  onChange: (context: ChatContext) => void;
};

/** What the assistant is told along with the next message, and what else it could be told. */
export function ContextBar({ context, detected, onChange }: ContextBarProps) {
  const { context: words } = useWords().chat;
  const [picking, setPicking] = useState<'job' | 'resume' | 'filters'>();
  const { jobId, resumeId, filters, ...rest } = context;
  const known = {
    jobId,
    resumeId,
    filters,
    ...rest,
  };
  const close = (): void => setPicking(undefined);
  const without = (name: keyof ChatContext): void => {
    const { [name]: _, ...others } = known as ChatContext;
    onChange(others);
  };
  return (
    <div className="flex flex-wrap items-center gap-1.5 pb-1.5">
      <ul aria-label={words.label} className="contents">
        {detected !== undefined && (
          <DetectedChip
            key={detected.job.url}
            detected={detected}
            onDrop={() => onChange({ ...known, ignored: detected.job.url ?? detected.job.title ?? '' })}
          />
        )}
        {jobId !== undefined && <JobChip key={jobId} id={jobId} onDrop={() => without('jobId')} />}
        {resumeId !== undefined && <ResumeChip key={resumeId} id={resumeId} onDrop={() => without('resumeId')} />}
        {filters !== undefined && <FilterChip filters={filters} onDrop={() => without('filters')} />}
      </ul>
      {jobId === undefined && (
        <AddButton icon={BriefcaseBusiness} label={words.pickJob} text={words.job} onClick={() => setPicking('job')} />
      )}
      {resumeId === undefined && (
        <AddButton icon={FileText} label={words.pickResume} text={words.resume} onClick={() => setPicking('resume')} />
      )}
      {filters === undefined && (
        <AddButton
          icon={ListFilter}
          label={words.pickFilters}
          text={words.filters}
          onClick={() => setPicking('filters')}
        />
      )}
      <JobPicker
        open={picking === 'job'}
        onClose={close}
        onPick={(id) => {
          onChange({ ...known, jobId: id });
          close();
        }}
      />
      <ResumePicker
        open={picking === 'resume'}
        onClose={close}
        onPick={(id) => {
          onChange({ ...known, resumeId: id });
          close();
        }}
      />
      <FilterPicker
        open={picking === 'filters'}
        onClose={close}
        onPick={(next) => {
          if (next !== undefined) onChange({ ...known, filters: next });
          close();
        }}
      />
    </div>
  );
}

type AddProps = { icon: typeof FileText; label: string; text: string; onClick: () => void };

function AddButton({ icon: Icon, label, text, onClick }: AddProps) {
  return (
    <Button look="quiet" className="min-h-7! px-2! text-xs!" aria-label={label} title={label} onClick={onClick}>
      <Icon aria-hidden className="size-3.5" />
      {text}
    </Button>
  );
}

type ThingChipProps = { id: number; onDrop: () => void };

function JobChip({ id, onDrop }: ThingChipProps) {
  const { context: words } = useWords().chat;
  const server = useServer();
  const { value, failure } = useQuery(`job ${id}`, (signal) => loadJob(server, id, signal));
  const name = value === undefined ? `#${id}` : `${value.job.title}, ${value.job.company}`;
  return <Chip kind={words.job} label={failure === undefined ? name : `${name} (${words.gone})`} onDrop={onDrop} />;
}

function ResumeChip({ id, onDrop }: ThingChipProps) {
  const { context: words } = useWords().chat;
  const server = useServer();
  const { value, failure } = useQuery(`resume ${id}`, (signal) => loadResume(server, id, signal));
  const name = value?.name ?? `#${id}`;
  return <Chip kind={words.resume} label={failure === undefined ? name : `${name} (${words.gone})`} onDrop={onDrop} />;
}

function FilterChip({ filters, onDrop }: { filters: Filters; onDrop: () => void }) {
  const words = useWords();
  return <Chip kind={words.chat.context.filters} label={describeFilters(filters, words)} onDrop={onDrop} />;
}

function describeFilters({ search, location, status, remote, starred }: Filters, { chat, jobs }: Words): string {
  const { remoteOnly, starredOnly } = chat.context;
  return [
    search,
    location,
    status === undefined ? undefined : jobs.statuses[status],
    remote === true ? remoteOnly : undefined,
    starred === true ? starredOnly : undefined,
  ]
    .filter((each) => each !== undefined)
    .join(', ');
}
