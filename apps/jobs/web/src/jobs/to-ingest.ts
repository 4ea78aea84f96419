import type { IngestInput } from '../api/ingest.ts';
import type { Recognised } from './recognise.ts';
import { toWebAddress } from './recognise.ts';

/** What the reader says about a text beside handing it in. */
export type ImportHints = { address: string; title: string; company: string };

/** What becomes of a text: something to hand in, a job to write down, or what is missing. */
export type ImportPlan =
  | { does: 'ingest'; input: IngestInput }
  | { does: 'create'; job: { title: string; company: string; description: string } }
  | { does: 'ask'; missing: 'something' | 'address' | 'names' | 'sense' };

/**
 * Decides how a text is handed in. A page needs an address, which it may name itself; plain text needs an address, or
 * else the reader says what the job is called and who offers it.
 */
export function toPlan(text: string, found: Recognised, { address, title, company }: ImportHints): ImportPlan {
  const url = toWebAddress(address);
  switch (found.kind) {
    case 'empty':
      return { does: 'ask', missing: 'something' };
    case 'strangeJSON':
      return { does: 'ask', missing: 'sense' };
    case 'address':
      return ingest({ url: found.url });
    case 'page': {
      const page = url ?? found.url;
      return page === undefined ? { does: 'ask', missing: 'address' } : ingest({ url: page, html: text });
    }
    case 'mail':
      return ingest({ raw: text });
    case 'mailbox':
      return ingest({ mbox: text });
    case 'posting':
      return ingest({ jsonLd: found.value, url });
    case 'list':
      return ingest({ jobs: found.jobs });
    case 'gmail':
      return ingest({ gmail: found.message });
    case 'text': {
      const names = { title: title.trim(), company: company.trim() };
      if (url !== undefined) {
        return ingest({
          url,
          content: text,
          ...(names.title === '' ? {} : { title: names.title }),
          ...(names.company === '' ? {} : { company: names.company }),
        });
      }
      if (names.title === '' || names.company === '') return { does: 'ask', missing: 'names' };
      return { does: 'create', job: { ...names, description: text } };
    }
  }
}

function ingest(input: IngestInput): ImportPlan {
  return { does: 'ingest', input };
}
