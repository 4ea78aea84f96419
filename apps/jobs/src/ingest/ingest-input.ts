import { z } from 'zod';
import { webAddress } from '../http/fields.ts';
import { newJobInput } from '../jobs/job-input.ts';

const MAX_JOBS = 5_000;
const page = z.string().min(1).max(10_000_000);

/** A page, as a browser sees it. */
const fromPage = z.strictObject({ url: webAddress, html: page });
/** The text of a page, as an extension reads it. */
const fromText = z.strictObject({
  url: webAddress,
  content: page,
  title: z.string().trim().min(1).max(500).optional(),
  company: z.string().trim().min(1).max(500).optional(),
  timestamp: z.union([z.string().max(100), z.number()]).optional(),
});
/** An address to be read from here. */
const fromURL = z.strictObject({ url: webAddress });
const fromJSONLD = z.strictObject({
  jsonLd: z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]),
  url: webAddress.optional(),
});
const fromMail = z.strictObject({
  email: z.strictObject({
    from: z.string().max(1_000),
    subject: z.string().max(2_000),
    html: page.optional(),
    text: page.optional(),
    date: z.string().max(100).optional(),
    threadId: z.string().max(200).optional(),
  }),
});
/** A mail as it travels, headers and all. */
const fromRawMail = z.strictObject({ raw: page });
/** A file of many mails. */
const fromMbox = z.strictObject({ mbox: page });
/** A message as Gmail's API gives it. */
const fromGmail = z.strictObject({ gmail: z.record(z.string(), z.unknown()) });
const fromList = z.strictObject({ jobs: z.array(newJobInput).min(1).max(MAX_JOBS) });

/** The ways in which postings may be handed in. */
export const ingestInput = z
  .union([fromPage, fromText, fromURL, fromJSONLD, fromMail, fromRawMail, fromMbox, fromGmail, fromList])
  .meta({ id: 'Ingest' });
export type IngestInput = z.output<typeof ingestInput>;
