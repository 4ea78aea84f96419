import type { Imported } from '../importing.ts';
import { readSalaryText } from '../read-salary.ts';
import { importCards } from './import-cards.ts';
import type { Mail } from './mail.ts';

const VIEW =
  /^https?:\/\/(?:[a-z]{1,6}\.)?linkedin\.com\/(?:comm\/)?jobs\/view\/(?:[^/?#]{0,300}-)?(\d{1,20})(?:[/?#]|$)/i;

/** Every job that a mail of LinkedIn links to. */
export function importLinkedinMail(mail: Mail): Imported {
  return importCards(mail, {
    toId: (href) => VIEW.exec(href)?.[1],
    read: ({ id, lines }) => ({
      ...readCompany(lines),
      source: 'linkedin',
      salary: lines.map(readSalaryText).find((salary) => salary !== undefined),
      url: `https://www.linkedin.com/jobs/view/${id}`,
      externalId: id,
    }),
  });
}

/** "Company · Location" in one line, or the company in the first and the location in the second. */
function readCompany(lines: readonly string[]): { company: string | undefined; location: string | undefined } {
  for (const line of lines) {
    const parts = line.split(/\s+[·•]\s+/u);
    if (parts.length >= 2 && parts[0]) return { company: parts[0], location: parts[1] };
  }
  const [first, second] = lines.filter((line) => readSalaryText(line) === undefined);
  return { company: first, location: second };
}
