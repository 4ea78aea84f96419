import { z } from 'zod';
import { ENGINE_CHOICES } from '../engines/choose-engine.ts';
import { JobsError } from '../errors/jobs-error.ts';
import { toAttachment } from '../http/attachment.ts';
import { flagInQuery, idInPath, numberInQuery } from '../http/fields.ts';
import { readForm } from '../http/read-body.ts';
import { ownerRoute, type Route } from '../http/route.ts';
import { tailorJob } from '../tailoring/tailor-job.ts';
import { keepUploadedPDF, openTailoredPDF } from '../tailoring/tailored-pdf.ts';
import { tailoredView, toTailoredView, toVersionView, versionView } from '../tailoring/tailored-view.ts';
import { editVersion, findVersion, listVersions } from '../tailoring/versions.ts';

const tag = 'tailoring';
const params = z.object({ jobId: idInPath });
const versionParams = params.extend({ version: z.union([z.literal('latest'), idInPath]) });
const resumeId = numberInQuery(1, 1e15).optional().meta({
  description:
    'Without it: the default resume if it was tailored for this job, or else the one that was tailored last.',
});
const tailoredAnswer = { description: 'The version.', schema: z.object({ tailored: tailoredView }) };
const VERSION = ':version{latest|[0-9]+}';
const pdfVersion = z.union([z.literal('latest'), numberInQuery(1, 1e9)]).optional();
const MAX_PDF_BYTES = 10 * 1024 * 1024;

/** Resumes made for jobs: paths that begin with a word, to be registered before those with an id. */
export const tailoringRoutes: Route[] = [
  ownerRoute({
    method: 'post',
    path: '/jobs/tailor/:jobId{[0-9]+}',
    operation: 'tailorResume',
    tag,
    summary: 'Writes a version of a resume for a job',
    params,
    body: z
      .strictObject({
        resumeId: z.number().int().positive().optional(),
        forceNew: z.boolean().optional(),
        instructions: z.string().trim().max(4_000).optional(),
        engine: z.enum(ENGINE_CHOICES).optional(),
      })
      .optional(),
    answers: { 201: tailoredAnswer, 200: { ...tailoredAnswer, description: 'A version that existed already.' } },
    problems: [
      ...(['jobNotFound', 'resumeNotFound', 'noDefaultResume', 'emptyResume', 'notEnriched'] as const),
      ...(['llmUnavailable', 'llmFailed', 'fabrication'] as const),
    ],
    handle: async ({ c, params: { jobId }, body = {}, language }, services) => {
      const { row, isNew } = await tailorJob(services, jobId, { ...body, language, signal: c.req.raw.signal });
      return c.json({ tailored: toTailoredView(row, isNew) }, isNew ? 201 : 200);
    },
  }),
  ownerRoute({
    method: 'get',
    path: '/jobs/tailor/:jobId{[0-9]+}/versions',
    operation: 'listVersions',
    tag,
    summary: 'The versions made for a job, newest first',
    params,
    query: z.strictObject({ resumeId: numberInQuery(1, 1e15).optional() }),
    answers: {
      200: {
        description: 'The versions.',
        schema: z.object({ jobId: z.number().int(), versions: z.array(versionView), total: z.number().int() }),
      },
    },
    problems: ['jobNotFound', 'resumeNotFound'],
    handle: ({ c, params: { jobId }, query }, services) => {
      const versions = listVersions(services, jobId, query.resumeId).map(toVersionView);
      return c.json({ jobId, versions, total: versions.length });
    },
  }),
  ownerRoute({
    method: 'get',
    path: `/jobs/tailor/:jobId{[0-9]+}/versions/${VERSION}`,
    operation: 'getVersion',
    tag,
    summary: 'One version with its text',
    params: versionParams,
    query: z.strictObject({ resumeId }),
    answers: { 200: tailoredAnswer },
    problems: ['jobNotFound', 'resumeNotFound', 'noTailoredVersion', 'versionNotFound'],
    handle: ({ c, params: { jobId, version }, query }, services) =>
      c.json({ tailored: toTailoredView(findVersion(services, jobId, { version, ...query }), false) }),
  }),
  ownerRoute({
    method: 'put',
    path: `/jobs/tailor/:jobId{[0-9]+}/versions/${VERSION}`,
    operation: 'editVersion',
    tag,
    summary: 'Replaces the text of a version, or keeps it as a new one',
    params: versionParams,
    query: z.strictObject({ resumeId, asNew: flagInQuery.optional() }),
    body: z.strictObject({ content: z.string().min(1).max(500_000) }),
    answers: { 200: tailoredAnswer, 201: { ...tailoredAnswer, description: 'The new version.' } },
    problems: ['jobNotFound', 'resumeNotFound', 'noTailoredVersion', 'versionNotFound'],
    handle: ({ c, params: { jobId, version }, query: { asNew = false, ...query }, body }, services) => {
      const { row, isNew } = editVersion(services, jobId, { version, ...query, ...body, asNew });
      return c.json({ tailored: toTailoredView(row, isNew) }, isNew ? 201 : 200);
    },
  }),
  ownerRoute({
    method: 'get',
    path: '/jobs/tailor/:jobId{[0-9]+}/pdf',
    operation: 'getPDF',
    tag,
    summary: 'A version as a PDF',
    params,
    query: z.strictObject({
      version: pdfVersion,
      resumeId,
      template: z.enum(['modern', 'classic', 'minimal', 'uploaded']).optional(),
      pageSize: z.enum(['A4', 'Letter']).optional(),
    }),
    answers: { 200: { description: 'The pages.', type: 'application/pdf' }, 304: { description: 'As you know it.' } },
    problems: ['jobNotFound', 'resumeNotFound', 'noTailoredVersion', 'versionNotFound', 'noUploadedPDF'],
    handle: async ({ c, params: { jobId }, query: { template, pageSize, ...choice }, language }, services) => {
      const style = {
        template,
        pageSize,
      };
      const pdf = await openTailoredPDF(services, jobId, { ...choice, ...style, language });
      const etag = `"${pdf.etag}"`;
      c.header('ETag', etag);
      c.header('Cache-Control', 'private, no-cache');
      if (c.req.header('if-none-match') === etag) return c.body(null, 304);
      c.header('Content-Disposition', toAttachment(pdf.filename));
      // Headers hold plain letters only, and people have to read these.
      if (pdf.warnings.length > 0) c.header('X-Warnings', encodeURIComponent(JSON.stringify(pdf.warnings)));
      return c.body(pdf.bytes, 200, { 'Content-Type': 'application/pdf' });
    },
  }),
  ownerRoute({
    method: 'post',
    path: '/jobs/tailor/:jobId{[0-9]+}/pdf',
    operation: 'uploadPDF',
    tag,
    summary: 'Stores a PDF that a client has made of a version',
    params,
    query: z.strictObject({ version: pdfVersion, resumeId }),
    takesForm: true,
    maxBytes: MAX_PDF_BYTES,
    answers: {
      201: {
        description: 'It is stored; get it with template=uploaded.',
        schema: z.object({ stored: z.literal(true), tailoredId: z.number().int(), version: z.number().int() }),
      },
    },
    problems: ['jobNotFound', 'resumeNotFound', 'noTailoredVersion', 'versionNotFound', 'unsupportedMedia'],
    handle: async ({ c, params: { jobId }, query }, services) => {
      const { file } = await readForm(c);
      const bytes = new Uint8Array(await file.arrayBuffer());
      if (!Buffer.from(bytes.subarray(0, 5)).equals(Buffer.from('%PDF-'))) {
        throw new JobsError('unsupportedMedia', { values: { expected: 'application/pdf' } });
      }
      const { id, version } = await keepUploadedPDF(services, jobId, { ...query, bytes });
      return c.json({ stored: true, tailoredId: id, version }, 201);
    },
  }),
];
