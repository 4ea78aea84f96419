import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq } from 'drizzle-orm';
import { hashOf } from '../database/hash-of.ts';
import { tailoredPdfs, type TailoredRow } from '../database/schema.ts';
import { JobsError } from '../errors/jobs-error.ts';
import type { Language } from '../errors/language.ts';
import { findJob } from '../jobs/find-job.ts';
import { type PageSize, renderResume, type TemplateName } from '../pdf/render-resume.ts';
import type { OwnerServices } from '../services/services.ts';
import { findVersion, type VersionChoice } from './versions.ts';

/** Changes when the same text would be set differently. */
const TYPESETTING = 'pdf-2';
/** The name under which a PDF is kept that a client has made itself. */
const UPLOADED = 'uploaded';
const MAX_NAME_LENGTH = 120;

export type PDFChoice = VersionChoice & {
  template?: TemplateName | 'uploaded';
  pageSize?: PageSize;
  /** The language of the warnings. */
  language?: Language;
};
export type TailoredPDF = { bytes: Uint8Array<ArrayBuffer>; filename: string; etag: string; warnings: string[] };

/**
 * A tailored version as a PDF. Pages that were set before are taken from the data folder, unless the text has changed
 * since.
 */
export async function openTailoredPDF(services: OwnerServices, jobId: number, choice: PDFChoice): Promise<TailoredPDF> {
  const { template = 'modern', pageSize = 'A4', language = 'en' } = choice;
  const row = findVersion(services, jobId, choice);
  const kept = findKept(services, row, template, pageSize);
  const filename = toFilename(services, row);
  if (template === UPLOADED) {
    const bytes = kept === undefined ? undefined : await readKept(services, kept.file);
    if (kept === undefined || bytes === undefined) throw new JobsError('noUploadedPDF');
    return { bytes, filename, etag: kept.contentHash, warnings: [] };
  }
  const contentHash = hashOf(TYPESETTING, template, pageSize, language, row.contentMd);
  const known = kept?.contentHash === contentHash ? await readKept(services, kept.file) : undefined;
  if (kept !== undefined && known !== undefined) {
    return { bytes: known, filename, etag: contentHash, warnings: kept.warnings };
  }
  const { bytes, warnings } = await renderResume(row.contentMd, { template, pageSize, language });
  const copy = new Uint8Array(bytes);
  await keep(services, row, { template, pageSize, contentHash, warnings, bytes: copy });
  return { bytes: copy, filename, etag: contentHash, warnings };
}

/** Stores a PDF that a client has made of a version. */
export async function keepUploadedPDF(
  services: OwnerServices,
  jobId: number,
  { bytes, ...choice }: VersionChoice & { bytes: Uint8Array },
): Promise<TailoredRow> {
  const row = findVersion(services, jobId, choice);
  const contentHash = hashOf(Buffer.from(bytes).toString('base64'));
  await keep(services, row, { template: UPLOADED, pageSize: 'A4', contentHash, warnings: [], bytes });
  return row;
}

type Page = { template: string; pageSize: string; contentHash: string; warnings: string[]; bytes: Uint8Array };

async function keep(
  { database, ownerId, dataDir, now }: OwnerServices,
  { id }: TailoredRow,
  page: Page,
): Promise<void> {
  const { bytes, ...rest } = page;
  const file = `${ownerId}-${id}-${page.template}-${page.pageSize}.pdf`;
  const folder = join(dataDir, 'pdfs');
  const draft = join(folder, `.${randomUUID()}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // A reader sees the old pages or the new ones, never half of them.
  await writeFile(draft, bytes, { mode: 0o600 });
  await rename(draft, join(folder, file));
  const values = { ...rest, ownerId, tailoredId: id, file, createdAt: now().toISOString() };
  const target = [tailoredPdfs.ownerId, tailoredPdfs.tailoredId, tailoredPdfs.template, tailoredPdfs.pageSize];
  database.db.insert(tailoredPdfs).values(values).onConflictDoUpdate({ target, set: values }).run();
}

function findKept({ database, ownerId }: OwnerServices, { id }: TailoredRow, template: string, pageSize: string) {
  return database.db
    .select()
    .from(tailoredPdfs)
    .where(
      and(
        eq(tailoredPdfs.ownerId, ownerId),
        eq(tailoredPdfs.tailoredId, id),
        eq(tailoredPdfs.template, template),
        template === UPLOADED ? undefined : eq(tailoredPdfs.pageSize, pageSize),
      ),
    )
    .get();
}

/** The bytes of a file; undefined when somebody has tidied it away. */
async function readKept({ dataDir }: OwnerServices, file: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  return await readFile(join(dataDir, 'pdfs', file)).then(
    (bytes) => new Uint8Array(bytes),
    () => undefined,
  );
}

/** The files of versions that are about to go with a job or a resume. */
export function listKeptFiles({ database, ownerId }: OwnerServices, versions: readonly TailoredRow[]): string[] {
  const ids = new Set(versions.map(({ id }) => id));
  const rows = database.db.select().from(tailoredPdfs).where(eq(tailoredPdfs.ownerId, ownerId)).all();
  return rows.filter(({ tailoredId }) => ids.has(tailoredId)).map(({ file }) => file);
}

/** Removes files whose versions are gone. */
export async function removeKeptFiles({ dataDir }: OwnerServices, files: readonly string[]): Promise<void> {
  await Promise.all(files.map((file) => rm(join(dataDir, 'pdfs', file), { force: true })));
}

function toFilename(services: OwnerServices, { jobId, contentMd }: TailoredRow): string {
  const { company, title } = findJob(services, jobId);
  const name =
    /^#\s+(.+)$/m
      .exec(contentMd)?.[1]
      ?.replaceAll(/[*_`[\]]/g, '')
      .trim() ?? 'Resume';
  return `${[...[name, company, title].join(' - ')].slice(0, MAX_NAME_LENGTH).join('')}.pdf`;
}
