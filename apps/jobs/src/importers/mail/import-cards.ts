import type { Posting } from '../../postings/posting.ts';
import { IMPORT_WARNINGS } from '../import-warnings.ts';
import type { Imported } from '../importing.ts';
import { makePosting } from '../make-posting.ts';
import { findCards, type JobCard } from './find-cards.ts';
import { findTextCards } from './find-text-cards.ts';
import type { Mail } from './mail.ts';

/** What the lines of a card say, as the board that sent it writes them. */
export type CardReading = Pick<Posting, 'source' | 'url'> & {
  company: string | undefined;
  location: string | undefined;
  salary: Posting['salary'];
  descriptionMd?: string | undefined;
  externalId?: string | undefined;
};

/** The jobs that a mail links to: those of its page, or else those of its text. */
export function importCards(
  { html, text, subject, date }: Mail,
  { toId, read }: { toId: (href: string) => string | undefined; read: (card: JobCard) => CardReading },
): Imported {
  const rich = html === undefined ? [] : findCards(html, toId);
  const cards = rich.length > 0 || text === undefined ? rich : findTextCards(text, toId);
  const readings = cards.map((card) => ({ card, reading: read(card) }));
  return {
    postings: readings.map(({ card: { title, lines }, reading: { company, location, ...rest } }) =>
      makePosting({
        ...rest,
        title,
        company: company ?? 'Unknown company',
        raw: { subject, date, title, lines },
        location,
        places: location === undefined ? [] : [{ text: location }],
      }),
    ),
    warnings: readings.flatMap(({ card, reading }) =>
      reading.company === undefined ? [IMPORT_WARNINGS.noCompanyInMail(card.title)] : [],
    ),
  };
}
