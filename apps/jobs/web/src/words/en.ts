import { analyticsWords } from './analytics.ts';
import { chatWords } from './chat.ts';
import { jobsWords } from './jobs.ts';
import { panelWords } from './panel.ts';
import { resumesWords } from './resumes.ts';
import { shellWords } from './shell.ts';
import { tailoringWords } from './tailoring.ts';

/** Everything that the page says, in English. */
export const en = {
  shell: shellWords.en,
  chat: chatWords.en,
  jobs: jobsWords.en,
  resumes: resumesWords.en,
  tailoring: tailoringWords.en,
  analytics: analyticsWords.en,
  panel: panelWords.en,
};

/** Everything that the page says, in any language. */
export type Words = typeof en;
