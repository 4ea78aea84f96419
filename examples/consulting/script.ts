import { specialistScript } from '../scripting/specialist-script.ts';

/** Plays the consultant. It has no tools, so it can only think aloud, always the same way. */
export const consultantScript = specialistScript(({ body }) =>
  [
    `Question: ${toTopic(body)}`,
    'Recommendation: begin with a small trial that can be undone, and decide on the rest with what it shows.',
    'For it: it is cheap, it is quick, and it replaces opinions by observations.',
    'Against it: it delays the full benefit, and a trial that is too small shows nothing.',
    'Set aside: doing everything at once, and waiting for certainty.',
    'Next steps: name one measure of success, one date, and one person who decides.',
  ].join('\n'),
);

/** Plays the analyst. */
export const analystScript = specialistScript(({ body }) =>
  [
    `Question: ${toTopic(body)}`,
    'Known: what the question itself says. Assumed: that nothing else changes meanwhile.',
    'Finding: the outcome depends most on what is least known, so that should be measured first (fairly sure).',
    'Risks: effort grows beyond the plan (likely); the benefit comes later than hoped (possible).',
  ].join('\n'),
);

/** A question in one line, not too long. */
function toTopic(body: string): string {
  const line = body.replaceAll(/\s+/g, ' ').trim();
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}
