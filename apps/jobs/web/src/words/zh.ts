import { analyticsWords } from './analytics.ts';
import { chatWords } from './chat.ts';
import type { Words } from './en.ts';
import { jobsWords } from './jobs.ts';
import { panelWords } from './panel.ts';
import { resumesWords } from './resumes.ts';
import { shellWords } from './shell.ts';
import { tailoringWords } from './tailoring.ts';

/** Everything that the page says, in Chinese. */
export const zh: Words = {
  shell: shellWords.zh,
  chat: chatWords.zh,
  jobs: jobsWords.zh,
  resumes: resumesWords.zh,
  tailoring: tailoringWords.zh,
  analytics: analyticsWords.zh,
  panel: panelWords.zh,
};
