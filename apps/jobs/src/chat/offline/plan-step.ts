import { toEnglish } from './read-search.ts';
import { type OfflineLanguage, REPLIES } from './replies.ts';
import type { JobReference, SearchFilters, Intent } from './intent.ts';

/** A call that was made for the message that is being answered, with what came of it. */
export type DoneCall = { readonly name: string; readonly details: unknown; readonly error?: string };

export type NextCall = { readonly name: string; readonly input: Readonly<Record<string, unknown>> };

/** What the offline model sees. */
export type OfflineView = {
  readonly intents: readonly Intent[];
  /** In the order in which they were made. */
  readonly done: readonly DoneCall[];
  /** The jobs of the last list that was shown, in this answer or before it. */
  readonly lastJobs: readonly number[];
  /** What the page shows: a job, a resume, filters. */
  readonly page: { jobId?: number; resumeId?: number; filters?: SearchFilters };
  readonly language: OfflineLanguage;
};

/** Calls to make now, or, when there is nothing left to do, what to say. */
export type Step = { readonly calls: readonly NextCall[] } | { readonly text: string };

type Part = { calls: NextCall[] } | { used: number; text: string };

/** What the offline model does next. It goes through the intents in order, each with the calls that it has led to. */
export function planStep(view: OfflineView): Step {
  const texts: string[] = [];
  let used = 0;
  let { lastJobs } = view;
  for (const intent of view.intents) {
    const done = view.done.slice(used);
    const part = planIntent(intent, { ...view, lastJobs }, done);
    if ('calls' in part) return part;
    const shown = done.slice(0, part.used).flatMap(({ details }) => jobsIn(details));
    if (shown.length > 0) lastJobs = shown;
    used += part.used;
    texts.push(part.text);
  }
  return { text: [...texts, REPLIES[view.language].offline].join('\n\n') };
}

function planIntent(intent: Intent, view: OfflineView, done: readonly DoneCall[]): Part {
  const say = REPLIES[view.language];
  const { page } = view;
  const resume = page.resumeId === undefined ? {} : { resumeId: page.resumeId };
  const one = (call: NextCall, tell: (details: never) => string): Part => single(done, [call], tell, view.language);
  switch (intent.kind) {
    case 'help':
      return { used: 0, text: say.help };
    case 'search':
      return planSearch(intent, view, done);
    case 'list': {
      const { kind: _, ...input } = intent;
      return one({ name: 'jobs_list', input }, say.jobs);
    }
    case 'resumes':
      return one({ name: 'resume_list', input: {} }, say.resumes);
    case 'resume': {
      const id = intent.id ?? page.resumeId;
      const call = id === undefined ? { name: 'resume_get_default', input: {} } : { name: 'resume_get', input: { id } };
      return one(call, say.resume);
    }
    case 'enrich': {
      const [jobId] = resolveJobs(intent.jobs, view);
      if (intent.url === undefined && jobId === undefined) return { used: 0, text: say.whichJob };
      const input = intent.url === undefined ? { jobId } : { url: intent.url };
      return one({ name: 'jobs_enrich', input }, say.enriched);
    }
    case 'analyze': {
      const ids = resolveJobs(intent.jobs, view);
      if (ids.length === 1)
        return one({ name: 'jobs_analyze_single', input: { jobId: ids[0], ...resume } }, say.analysis);
      const input = ids.length > 1 ? { jobIds: ids.slice(0, 25), ...resume } : { limit: 5, ...resume };
      return one({ name: 'jobs_analyze', input }, say.ranking);
    }
    case 'prescore': {
      const ids = resolveJobs(intent.jobs, view, { all: true }).slice(0, 5);
      if (ids.length === 0) return { used: 0, text: say.whichJob };
      const calls = ids.map((jobId) => ({ name: 'jobs_prescore', input: { jobId, ...resume } }));
      return single(done, calls, say.prescore, view.language);
    }
    case 'tailor':
    case 'versions': {
      const [jobId] = resolveJobs(intent.jobs, view);
      if (jobId === undefined) return { used: 0, text: say.whichJob };
      if (intent.kind === 'versions') {
        return one({ name: 'jobs_get_tailored_versions', input: { jobId, ...resume } }, say.versions);
      }
      const instructions = intent.instructions === undefined ? {} : { instructions: intent.instructions };
      return one({ name: 'jobs_tailor', input: { jobId, ...resume, ...instructions } }, say.tailored);
    }
  }
}

/** Calls that are made together, and then told of one by one. */
function single(
  done: readonly DoneCall[],
  calls: readonly NextCall[],
  tell: (details: never) => string,
  language: OfflineLanguage,
): Part {
  if (done.length < calls.length) return { calls: calls.slice(done.length) };
  const texts = done.slice(0, calls.length).map(({ details, error }) => {
    return error === undefined ? tell(details as never) : REPLIES[language].failed(error);
  });
  return { used: calls.length, text: texts.join('\n') };
}

/** As it was asked; if that finds nothing, in English, and then anywhere. */
function planSearch(
  { words, filters }: Intent & { kind: 'search' },
  view: OfflineView,
  done: readonly DoneCall[],
): Part {
  const say = REPLIES[view.language];
  const asked = { ...view.page.filters, ...filters };
  const english = toEnglish(words);
  const keywords = words === '' ? {} : { keywords: words };
  const attempts: Record<string, unknown>[] = [{ ...keywords, ...asked }];
  if (english !== undefined) attempts.push({ keywords: english, ...asked });
  const isNarrow = Object.keys(asked).length > 0;
  if (isNarrow && (english ?? words) !== '') attempts.push({ keywords: english ?? words });
  for (const [index, input] of attempts.entries()) {
    const call = done[index];
    if (call === undefined) return { calls: [{ name: 'jobs_search', input }] };
    if (call.error !== undefined) return { used: index + 1, text: say.failed(call.error) };
    const found = jobsIn(call.details).length;
    const isLast = index === attempts.length - 1;
    if (found === 0 && !isLast) continue;
    const isWider = found > 0 && isNarrow && isLast && index > 0;
    const text = say.jobs(call.details as never);
    return { used: index + 1, text: isWider ? `${say.wider}\n${text}` : text };
  }
  return { used: attempts.length, text: say.jobs({ jobs: [], total: 0 }) };
}

function resolveJobs(reference: JobReference, { lastJobs, page }: OfflineView, { all = false } = {}): number[] {
  if (reference.ids.length > 0) return [...reference.ids];
  if (reference.places.length > 0) {
    const found = reference.places.map((place) => lastJobs.at(place < 0 ? place : place - 1));
    return found.filter((id) => id !== undefined);
  }
  if (page.jobId !== undefined) return [page.jobId];
  return all || lastJobs.length === 1 ? [...lastJobs] : [];
}

/** The jobs that a result shows, in its order. */
export function jobsIn(details: unknown): number[] {
  const { jobs, results } = (details ?? {}) as { jobs?: { id?: unknown }[]; results?: { jobId?: unknown }[] };
  const ids = jobs?.map(({ id }) => id) ?? results?.map(({ jobId }) => jobId) ?? [];
  return ids.filter((id) => typeof id === 'number');
}
