import type { Server } from '@posthouse/components';

export type AskedSkill = { name: string; required: boolean };

/** Which skills of a posting a text mentions. */
export type Coverage = {
  /** From 0 to 1; null if the posting names none. */
  share: number | null;
  covered: AskedSkill[];
  missing: AskedSkill[];
};

/** Holds any text against a posting: a resume, a version of it, or a draft that nobody has saved. */
export async function loadCoverage(
  server: Server,
  jobId: number,
  content: string,
  signal?: AbortSignal,
): Promise<Coverage> {
  return (await server.ask(`/jobs/${jobId}/coverage`, { method: 'POST', body: { content }, signal })) as Coverage;
}
