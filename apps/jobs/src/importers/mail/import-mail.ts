import { importPage } from '../pages/import-page.ts';
import { IMPORT_WARNINGS } from '../import-warnings.ts';
import type { Imported } from '../importing.ts';
import { removeDuplicates } from '../remove-duplicates.ts';
import { importIndeedMail } from './indeed-mail.ts';
import { importLinkedinMail } from './linkedin-mail.ts';
import type { Mail } from './mail.ts';

/**
 * The jobs of a mail, all of them: those that it links to at LinkedIn and at Indeed, else those that it describes in
 * JSON-LD. Who sent it does not matter, because digests are forwarded.
 */
export function importMail(mail: Mail): Imported {
  const parts = [importLinkedinMail(mail), importIndeedMail(mail)];
  if (parts.every((part) => part.postings.length === 0) && mail.html !== undefined) {
    const page = importPage({ html: mail.html });
    if (page.method === 'json-ld' || page.method === 'microdata') {
      parts.push({
        postings: page.postings.map((posting) => ({ ...posting, source: 'email' as const })),
        warnings: page.warnings,
      });
    }
  }
  const postings = removeDuplicates(parts.flatMap((part) => part.postings));
  const warnings = parts.flatMap((part) => part.warnings);
  return { postings, warnings: postings.length > 0 ? warnings : [...warnings, IMPORT_WARNINGS.noJobInMail()] };
}
