import type { Server } from '@posthouse/components';

/** What came of reading a resume. `partial`: hardly anything was in it; `failed`: it could not be read at all. */
export type ParseStatus = 'success' | 'partial' | 'failed';

/** A resume as lists show it. */
export type ResumeSummary = {
  id: number;
  name: string;
  isDefault: boolean;
  useCount: number;
  source: string;
  originalFilename: string | null;
  parseStatus: ParseStatus;
  parseErrors: string[];
  skills: string[];
  charCount: number;
  createdAt: string;
  updatedAt: string;
};

/** A resume with its text, in markdown. */
export type Resume = ResumeSummary & { content: string };

/** The ways in which a text may be pasted. */
export const PASTE_FORMATS = ['markdown', 'text', 'json-resume'] as const;
export type PasteFormat = (typeof PASTE_FORMATS)[number];

/** Largest file that the server reads a resume from. */
export const MAX_RESUME_BYTES = 5 * 1024 * 1024;

export async function loadResumes(server: Server, signal?: AbortSignal): Promise<ResumeSummary[]> {
  const answer = await server.ask('/jobs/resumes', { signal });
  return (answer as { resumes: ResumeSummary[] }).resumes;
}

export async function loadResume(server: Server, id: number, signal?: AbortSignal): Promise<Resume> {
  return toResume(await server.ask(`/jobs/resumes/${id}`, { signal }));
}

/** Adds a resume from a file. The server knows by the ending of its name what it is. */
export async function importFile(
  server: Server,
  file: File,
  { name, isDefault }: { name: string; isDefault: boolean },
): Promise<Resume> {
  const form = new FormData();
  form.set('file', file);
  if (name !== '') form.set('name', name);
  if (isDefault) form.set('isDefault', 'true');
  return toResume(await server.ask('/jobs/resumes', { method: 'POST', body: form }));
}

/** Adds a resume from a text. */
export async function importText(
  server: Server,
  resume: { name: string; content: string; format: PasteFormat; isDefault: boolean },
): Promise<Resume> {
  return toResume(await server.ask('/jobs/resumes', { method: 'POST', body: resume }));
}

export async function changeResume(
  server: Server,
  id: number,
  change: { name?: string; content?: string; isDefault?: true },
): Promise<Resume> {
  return toResume(await server.ask(`/jobs/resumes/${id}`, { method: 'PATCH', body: change }));
}

/** Removes a resume and the versions made from it. Another one becomes the default, if there is one. */
export async function deleteResume(server: Server, id: number): Promise<{ newDefaultId: number | null }> {
  return (await server.ask(`/jobs/resumes/${id}`, { method: 'DELETE' })) as { newDefaultId: number | null };
}

/** A resume as a file to keep. */
export async function openResumeFile(server: Server, id: number, format: PasteFormat): Promise<Blob> {
  return await (await server.open(`/jobs/resumes/${id}?format=${format}`)).blob();
}

function toResume(answer: unknown): Resume {
  return (answer as { resume: Resume }).resume;
}
