import type { Server } from '@posthouse/components';
import type { Engine } from './analysis.ts';

/** A version of a resume for a job, as lists show it. */
export type VersionSummary = {
  id: number;
  version: number;
  jobId: number;
  resumeId: number;
  isLatest: boolean;
  engine: 'llm' | 'offline';
  model: string | null;
  createdAt: string;
  updatedAt: string;
  preview: string;
};

/** A change that an engine made, or one that only the owner of the resume can make. */
export type Suggestion = { type: string; section: string; original?: string; suggested?: string; reason: string };

/** A version with its text, in markdown. */
export type Version = Omit<VersionSummary, 'preview'> & {
  /** Whether the question was new, or the answer was there already. */
  isNew: boolean;
  content: string;
  suggestions: Suggestion[];
  warnings: string[];
};

/** Which resume is tailored for which job. */
export type Pair = { jobId: number; resumeId: number };

export async function loadVersions(
  server: Server,
  { jobId, resumeId }: Pair,
  signal?: AbortSignal,
): Promise<VersionSummary[]> {
  const path = `/jobs/tailor/${jobId}/versions?resumeId=${resumeId}`;
  const answer = await server.ask(path, { signal });
  return (answer as { versions: VersionSummary[] }).versions;
}

/** The versions that were made from a resume, for all jobs, newest first. */
export async function loadVersionsOf(
  server: Server,
  resumeId: number,
  signal?: AbortSignal,
): Promise<VersionSummary[]> {
  const answer = await server.ask(`/jobs/resumes/${resumeId}/versions`, { signal });
  return (answer as { versions: VersionSummary[] }).versions;
}

export async function loadVersion(server: Server, pair: Pair, version: number, signal?: AbortSignal): Promise<Version> {
  return toVersion(await server.ask(toPath(pair, version), { signal }));
}

export type VersionRequest = { engine: Engine; instructions: string; forceNew: boolean };

/** Has a version written. It is kept only if it says nothing that the resume does not say. */
export async function makeVersion(
  server: Server,
  { jobId, resumeId }: Pair,
  { instructions, ...request }: VersionRequest,
  signal: AbortSignal,
): Promise<Version> {
  const body = { resumeId, ...request, ...(instructions.trim() === '' ? {} : { instructions }) };
  return toVersion(await server.ask(`/jobs/tailor/${jobId}`, { method: 'POST', body, signal }));
}

/** Keeps what somebody has written: in the version itself, or as the next one. */
export async function saveVersion(
  server: Server,
  pair: Pair,
  { version, content, asNew }: { version: number; content: string; asNew: boolean },
): Promise<Version> {
  const path = `${toPath(pair, version)}${asNew ? '&asNew=true' : ''}`;
  return toVersion(await server.ask(path, { method: 'PUT', body: { content } }));
}

function toPath({ jobId, resumeId }: Pair, version: number): string {
  return `/jobs/tailor/${jobId}/versions/${version}?resumeId=${resumeId}`;
}

function toVersion(answer: unknown): Version {
  return (answer as { tailored: Version }).tailored;
}
