import type { Server } from '@posthouse/components';
import type { Pair } from './version.ts';

export const TEMPLATES = ['modern', 'classic', 'minimal'] as const;
export type Template = (typeof TEMPLATES)[number];
export const PAGE_SIZES = ['A4', 'Letter'] as const;
export type PageSize = (typeof PAGE_SIZES)[number];

export type PDFStyle = { template: Template; pageSize: PageSize };
/** The pages of a version, and what could not be set on them. */
export type TailoredPDF = { pages: Blob; filename: string; warnings: string[] };

export async function openPDF(
  server: Server,
  { jobId, resumeId }: Pair,
  { version, template, pageSize }: PDFStyle & { version: number },
  signal: AbortSignal,
): Promise<TailoredPDF> {
  const query = new URLSearchParams({
    resumeId: String(resumeId),
    version: String(version),
    template,
    pageSize,
  });
  const { headers, ...answer } = await readAnswer(await server.open(`/jobs/tailor/${jobId}/pdf?${query}`, { signal }));
  return {
    ...answer,
    filename: toFilename(headers.get('Content-Disposition')),
    warnings: toWarnings(headers.get('X-Warnings')),
  };
}

async function readAnswer(answer: Response): Promise<{ pages: Blob; headers: Headers }> {
  return { pages: await answer.blob(), headers: answer.headers };
}

/** The name that the server gives a file. The starred form has all letters; the plain one may lack some. */
export function toFilename(disposition: string | null): string {
  const starred = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  const plain = /filename="((?:[^"\\]|\\.)*)"/i.exec(disposition ?? '')?.[1];
  try {
    if (starred !== undefined) return decodeURIComponent(starred);
  } catch {
    // Then the plain one has to do.
  }
  return plain?.replaceAll(/\\(.)/g, '$1') ?? 'resume.pdf';
}

/** What the server warns of, in the header that it has for it. */
export function toWarnings(header: string | null): string[] {
  if (header === null) return [];
  try {
    const warnings: unknown = JSON.parse(decodeURIComponent(header));
    return Array.isArray(warnings) ? warnings.filter((each) => typeof each === 'string') : [];
  } catch {
    return [];
  }
}
