import type { ResumeRow } from '../database/schema.ts';
import { type ErrorDetail, JobsError } from '../errors/jobs-error.ts';
import type { Language } from '../errors/language.ts';
import type { OwnerServices } from '../services/services.ts';
import { parseResume } from './parse-resume.ts';
import { createResume } from './save-resume.ts';

/** The ways in which a resume may come. */
export const RESUME_FORMATS = ['markdown', 'text', 'json-resume', 'pdf'] as const;
export type ResumeFormat = (typeof RESUME_FORMATS)[number];

/** Largest file that a resume is read from. */
export const MAX_RESUME_BYTES = 5 * 1024 * 1024;

export type ResumeImport = {
  name: string;
  format: ResumeFormat;
  /** The text, or the bytes of a file. */
  content: string | Uint8Array;
  filename?: string | undefined;
  isDefault?: boolean | undefined;
  /** For what is told about a file that cannot be read. */
  language?: Language;
};

/**
 * Reads a resume and keeps it. What cannot be read is kept as well, with what went wrong, so that its owner can paste
 * the text; only a JSON resume that is none is refused.
 */
export async function importResume(services: OwnerServices, input: ResumeImport): Promise<ResumeRow> {
  const { name, format, content, filename, isDefault = false, language = 'en' } = input;
  if (content.length > MAX_RESUME_BYTES)
    throw new JobsError('payloadTooLarge', { values: { bytes: MAX_RESUME_BYTES } });
  const parsed = await parseResume({
    format,
    language,
    ...(typeof content === 'string' ? { content } : { bytes: content }),
    filename,
  });
  if (format === 'json-resume' && parsed.parseStatus === 'failed') {
    const details = parsed.parseErrors.map(toDetail);
    throw new JobsError('validation', { values: { what: parsed.parseErrors[0] ?? 'JSON Resume' }, details });
  }
  return createResume(services, {
    name,
    content: parsed.content,
    structured: parsed.structured,
    source: format === 'pdf' ? 'pdf_upload' : filename === undefined ? 'paste' : 'file_upload',
    originalFilename: filename ?? null,
    parseStatus: parsed.parseStatus,
    parseErrors: parsed.parseErrors,
    isDefault,
  });
}

/** What is wrong begins with where it is: "work.0.startDate: …". */
function toDetail(text: string): ErrorDetail {
  const [, path = '', message = text] = /^([\w.]+): (.*)$/s.exec(text) ?? [];
  return { path, message };
}

/** The format of a file, from its name. */
export function formatOfFile(filename: string): ResumeFormat {
  const ending = filename.toLowerCase().split('.').at(-1) ?? '';
  const formats: Record<string, ResumeFormat> = {
    pdf: 'pdf',
    json: 'json-resume',
    md: 'markdown',
    markdown: 'markdown',
  };
  return formats[ending] ?? 'text';
}
