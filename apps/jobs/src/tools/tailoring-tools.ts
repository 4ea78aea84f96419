import { z } from 'zod';
import { findJob } from '../jobs/find-job.ts';
import { toTailoredView, toVersionView } from '../tailoring/tailored-view.ts';
import { tailorJob } from '../tailoring/tailor-job.ts';
import { listVersions } from '../tailoring/versions.ts';
import { defineTool, type JobsTool } from './jobs-tool.ts';
import { jobId, resumeId } from './tool-inputs.ts';
import { PROGRESS } from './progress.ts';

/** Writing resumes for jobs. */
export const tailoringTools: readonly JobsTool[] = [
  defineTool({
    name: 'jobs_tailor',
    category: 'Tailoring',
    label: 'Tailor a resume',
    description:
      'Writes a version of a resume for a job, from nothing but what the resume says, and keeps it. The same request gives the version that is there unless forceNew is set.',
    input: z.strictObject({
      jobId,
      resumeId,
      instructions: z.string().max(4_000).optional().meta({ description: 'What the user wishes beyond the usual.' }),
      forceNew: z.boolean().optional(),
    }),
    run: async ({ jobId: id, ...options }, { services, language, signal, report }) => {
      report(PROGRESS.writing);
      const { row, isNew } = await tailorJob(services, id, { ...options, language, signal });
      const tailored = toTailoredView(row, isNew);
      const { title, company } = findJob(services, id);
      const pdf = `/jobs/tailor/${id}/pdf?version=${tailored.version}&resumeId=${tailored.resumeId}`;
      const { added, removed, moved } = tailored.diff;
      const text = [
        `${isNew ? 'Wrote' : 'There already is'} version ${tailored.version} for #${id} ${title} at ${company} (${tailored.engine} engine): ${added} lines added, ${removed} removed, ${moved} moved.`,
        ...tailored.warnings.map((warning) => `Note: ${warning}`),
        `As a PDF: ${pdf}`,
        tailored.content,
      ].join('\n');
      return { text, details: { tailored, title, company, pdf } };
    },
  }),
  defineTool({
    name: 'jobs_get_tailored_versions',
    category: 'Tailoring',
    label: 'List tailored versions',
    description: 'Lists the resumes that were written for a job, newest first.',
    input: z.strictObject({ jobId, resumeId }),
    run: ({ jobId: id, resumeId: resume }, { services }) => {
      const versions = listVersions(services, id, resume).map(toVersionView);
      const lines = versions.map(
        (each) =>
          `Version ${each.version} from resume #${each.resumeId}, ${each.createdAt}, ${each.engine} engine${each.isLatest ? ', latest' : ''}`,
      );
      const text = versions.length === 0 ? `Nothing was written for job #${id} yet.` : lines.join('\n');
      return { text, details: { jobId: id, versions, total: versions.length } };
    },
  }),
];
