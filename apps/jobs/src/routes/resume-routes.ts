import type { Context } from 'hono';
import { z } from 'zod';
import { JobsError } from '../errors/jobs-error.ts';
import type { Language } from '../errors/language.ts';
import { checkInput } from '../http/check-input.ts';
import { flagInQuery, idInPath } from '../http/fields.ts';
import { readForm } from '../http/read-body.ts';
import { type Method, ownerRoute, type Route } from '../http/route.ts';
import { setDefaultResume } from '../resumes/default-resume.ts';
import { findResume } from '../resumes/find-resume.ts';
import {
  formatOfFile,
  importResume,
  MAX_RESUME_BYTES,
  RESUME_FORMATS,
  type ResumeImport,
} from '../resumes/import-resume.ts';
import { resumeSummaryView, resumeView, toResumeSummary, toResumeView } from '../resumes/resume-view.ts';
import { deleteResume, listResumes, updateResume } from '../resumes/save-resume.ts';
import { toJsonResume } from '../resumes/to-json-resume.ts';
import { toPlainText } from '../resumes/to-plain-text.ts';
import { listKeptFiles, removeKeptFiles } from '../tailoring/tailored-pdf.ts';
import { toVersionView, versionView } from '../tailoring/tailored-view.ts';
import { listVersionsOfResume } from '../tailoring/versions.ts';

const tag = 'resumes';
const params = z.object({ id: idInPath });
const name = z.string().trim().min(1).max(200);
const resumeAnswer = { description: 'The resume.', schema: z.object({ resume: resumeView }) };
const BASE64 = /^[A-Za-z0-9+/\s]*={0,2}\s*$/;

const newResume = z
  .strictObject({
    name,
    content: z
      .union([z.string().min(1), z.record(z.string(), z.unknown())])
      .meta({ description: 'The text; a PDF in base64; a JSON Resume as text or as an object.' }),
    format: z.enum(RESUME_FORMATS).optional().meta({ description: 'markdown unless given' }),
    filename: z.string().max(255).optional(),
    isDefault: z.boolean().optional(),
  })
  .meta({ id: 'NewResume' });

const change = (method: Method, operation: string): Route =>
  ownerRoute({
    method,
    path: '/jobs/resumes/:id{[0-9]+}',
    operation,
    tag,
    summary: 'Changes a resume',
    params,
    body: z.strictObject({
      name: name.optional(),
      content: z.string().max(MAX_RESUME_BYTES).optional(),
      isDefault: z
        .boolean()
        .optional()
        .meta({ description: 'There is always a default resume: one stops being it when another becomes it.' }),
    }),
    answers: { 200: resumeAnswer },
    problems: ['resumeNotFound'],
    handle: ({ c, params: { id }, body }, services) =>
      c.json({ resume: toResumeView(updateResume(services, id, body)) }),
  });

/** Resumes: paths that begin with a word, to be registered before those with an id. */
export const resumeRoutes: Route[] = [
  ownerRoute({
    method: 'get',
    path: '/jobs/resumes',
    operation: 'listResumes',
    tag,
    summary: 'All resumes',
    query: z.strictObject({ include: z.literal('content').optional() }),
    answers: {
      200: {
        description: 'The resumes; with their texts if asked for.',
        schema: z.object({
          resumes: z.array(resumeSummaryView.extend({ content: z.string().optional() })),
          total: z.number().int(),
        }),
      },
    },
    handle: ({ c, query }, services) => {
      const toView = query.include === 'content' ? toResumeView : toResumeSummary;
      const resumes = listResumes(services).map(toView);
      return c.json({ resumes, total: resumes.length });
    },
  }),
  ownerRoute({
    method: 'post',
    path: '/jobs/resumes',
    operation: 'createResume',
    tag,
    summary: 'Adds a resume, as JSON or as a file in a form',
    body: newResume,
    takesForm: true,
    answers: { 201: resumeAnswer },
    problems: ['payloadTooLarge', 'unsupportedMedia'],
    handle: async ({ c, body, language }, services) => {
      const input = (body as typeof body | undefined) === undefined ? await readFile(c, language) : toImport(body);
      const resume = await importResume(services, { ...input, language });
      c.header('Location', `/jobs/resumes/${resume.id}`);
      return c.json({ resume: toResumeView(resume) }, 201);
    },
  }),
  ownerRoute({
    method: 'get',
    path: '/jobs/resumes/:id{[0-9]+}',
    operation: 'getResume',
    tag,
    summary: 'A resume',
    params,
    query: z.strictObject({ format: z.enum(['json-resume', 'markdown', 'text']).optional() }),
    answers: { 200: { ...resumeAnswer, description: 'The resume, or its text in the format asked for.' } },
    problems: ['resumeNotFound'],
    handle: ({ c, params: { id }, query: { format } }, services) => {
      const row = findResume(services, id);
      if (format === 'json-resume') return c.json(row.structured ?? toJsonResume(row.content));
      if (format === 'text') return c.text(toPlainText(row.content));
      if (format === 'markdown') return c.body(row.content, 200, { 'Content-Type': 'text/markdown; charset=utf-8' });
      return c.json({ resume: toResumeView(row) });
    },
  }),
  change('patch', 'changeResume'),
  change('put', 'putResume'),
  ownerRoute({
    method: 'delete',
    path: '/jobs/resumes/:id{[0-9]+}',
    operation: 'deleteResume',
    tag,
    summary: 'Removes a resume and what was made from it',
    params,
    query: z.strictObject({
      restrict: flagInQuery.optional().meta({ description: '409 if something was made from it.' }),
    }),
    answers: {
      200: {
        description: 'It is gone; another one is the default now, if there is one.',
        schema: z.object({
          deleted: z.literal(true),
          id: z.number().int(),
          newDefaultId: z.number().int().nullable(),
        }),
      },
    },
    problems: ['resumeNotFound', 'resumeInUse'],
    handle: async ({ c, params: { id }, query: { restrict = false } }, services) => {
      const files = listKeptFiles(services, listVersionsOfResume(services, id));
      const { newDefaultId } = deleteResume(services, id, { restrict });
      await removeKeptFiles(services, files);
      return c.json({ deleted: true, id, newDefaultId });
    },
  }),
  ownerRoute({
    method: 'post',
    path: '/jobs/resumes/:id{[0-9]+}/set-default',
    operation: 'setDefaultResume',
    tag,
    summary: 'Makes a resume the default',
    params,
    answers: {
      200: {
        description: 'It is the default now.',
        schema: z.object({ resume: resumeView, previousDefaultId: z.number().int().nullable() }),
      },
    },
    problems: ['resumeNotFound'],
    handle: ({ c, params: { id } }, services) => {
      const { resume, previousDefaultId } = setDefaultResume(services, id);
      return c.json({ resume: toResumeView(resume), previousDefaultId });
    },
  }),
  ownerRoute({
    method: 'get',
    path: '/jobs/resumes/:id{[0-9]+}/versions',
    operation: 'listVersionsOfResume',
    tag,
    summary: 'The versions made from a resume, newest first',
    params,
    answers: {
      200: {
        description: 'The versions.',
        schema: z.object({ resumeId: z.number().int(), versions: z.array(versionView), total: z.number().int() }),
      },
    },
    problems: ['resumeNotFound'],
    handle: ({ c, params: { id } }, services) => {
      const versions = listVersionsOfResume(services, id).map(toVersionView);
      return c.json({ resumeId: id, versions, total: versions.length });
    },
  }),
];

function toImport({ content, format = 'markdown', ...rest }: z.output<typeof newResume>): ResumeImport {
  if (format !== 'pdf') {
    return { ...rest, format, content: typeof content === 'string' ? content : JSON.stringify(content) };
  }
  if (typeof content !== 'string' || !BASE64.test(content)) {
    const details = [{ path: 'content', message: 'base64' }];
    throw new JobsError('validation', { values: { what: 'content: base64' }, details });
  }
  return { ...rest, format, content: new Uint8Array(Buffer.from(content, 'base64')) };
}

const formFields = z.strictObject({
  name: name.optional(),
  format: z.enum(RESUME_FORMATS).optional(),
  isDefault: flagInQuery.optional(),
});

async function readFile(c: Context, language: Language): Promise<ResumeImport> {
  const { file, fields } = await readForm(c);
  const { name: given, format = formatOfFile(file.name), isDefault } = checkInput(formFields, fields, language);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const content = format === 'pdf' ? bytes : new TextDecoder().decode(bytes);
  return {
    name: given ?? (file.name.replace(/\.[^.]*$/, '') || 'resume'),
    format,
    content,
    filename: file.name,
    isDefault,
  };
}
