import type { Route } from '../routing/route.ts';
import { toId } from '../resumes/choose-resume.ts';

export const SHEETS = ['compare', 'keywords', 'suggestions', 'edit', 'pdf'] as const;
export type Sheet = (typeof SHEETS)[number];

/** What of the workspace is looked at, as far as the address says so. */
export type WorkspacePlace = {
  jobId: number | undefined;
  resumeId: number | undefined;
  /** The newest one unless given. */
  version: number | undefined;
  /** The version that it is compared with; the resume itself unless given. */
  against: number | undefined;
  sheet: Sheet;
};

/** Reads `#/tailor/<job>?resume=<resume>&version=<number>&against=<number>&sheet=<name>`, all of which may be left out. */
export function toWorkspacePlace({ path: [job], query }: Pick<Route, 'path' | 'query'>): WorkspacePlace {
  return {
    jobId: toId(job),
    resumeId: toId(query['resume']),
    version: toId(query['version']),
    against: toId(query['against']),
    sheet: SHEETS.find((each) => each === query['sheet']) ?? 'compare',
  };
}

/** The place of the page that shows a part of the workspace. */
export function toRouteOf({ jobId, sheet, ...rest }: Partial<WorkspacePlace>): Route {
  const { resumeId: resume, version, against } = rest;
  const named = { resume, version, against, sheet: sheet === 'compare' ? undefined : sheet };
  return {
    view: 'tailor',
    path: jobId === undefined ? [] : [String(jobId)],
    query: Object.fromEntries(
      Object.entries(named).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
    ),
  };
}
