import { z } from 'zod';
import type { ResumeRow } from '../database/schema.ts';
import { chooseResume, findResume } from '../resumes/find-resume.ts';
import { toResumeSummary, toResumeView } from '../resumes/resume-view.ts';
import { listResumes } from '../resumes/save-resume.ts';
import { defineTool, type JobsTool, type ToolResult } from './jobs-tool.ts';

const MAX_SKILLS_SHOWN = 15;

/** Reading resumes. */
export const resumeTools: readonly JobsTool[] = [
  defineTool({
    name: 'resume_list',
    category: 'Resumes',
    label: 'List resumes',
    description: 'Lists the resumes of the user, without their text.',
    input: z.strictObject({}),
    run: (_, { services }) => {
      const resumes = listResumes(services).map(toResumeSummary);
      const lines = resumes.map(
        ({ id, name, isDefault, skills }) =>
          `#${id} ${name}${isDefault ? ' (default)' : ''}: ${skills.slice(0, MAX_SKILLS_SHOWN).join(', ') || 'no skills found'}`,
      );
      return {
        text: resumes.length === 0 ? 'There are no resumes yet.' : lines.join('\n'),
        details: { resumes, total: resumes.length },
      };
    },
  }),
  defineTool({
    name: 'resume_get',
    category: 'Resumes',
    label: 'Read a resume',
    description: 'Gives a resume with its text.',
    input: z.strictObject({ id: z.int().positive() }),
    run: ({ id }, { services }) => show(findResume(services, id)),
  }),
  defineTool({
    name: 'resume_get_default',
    category: 'Resumes',
    label: 'Read the default resume',
    description: 'Gives the resume that is used unless another one is named, with its text.',
    input: z.strictObject({}),
    run: (_, { services }) => show(chooseResume(services, undefined)),
  }),
];

function show(row: ResumeRow): ToolResult {
  const resume = toResumeView(row);
  const { id, name, isDefault, content } = resume;
  return { text: `#${id} ${name}${isDefault ? ' (default)' : ''}\n\n${content}`, details: { resume } };
}
