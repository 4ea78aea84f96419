import type { Posting } from '../postings/posting.ts';

/** A posting as a model reads it. */
export function describePosting({ title, company, location, remote, salary, skills, descriptionMd }: Posting): string {
  const pay = salary === undefined ? undefined : JSON.stringify(salary);
  const facts: [string, string | undefined][] = [
    ['Title', title],
    ['Company', company],
    ['Location', location],
    ['Remote', remote === 'unknown' ? undefined : remote],
    ['Pay', pay],
    ['Skills', skills.map(({ name, required }) => (required ? name : `${name} (nice to have)`)).join(', ')],
  ];
  const lines = facts.flatMap(([name, value]) => (value === undefined || value === '' ? [] : `${name}: ${value}`));
  return [...lines, '', descriptionMd ?? ''].join('\n').trim();
}
