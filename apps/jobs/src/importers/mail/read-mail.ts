import PostalMime from 'postal-mime';
import type { Mail } from './mail.ts';

const LIMITS = { maxNestingDepth: 20, maxHeadersSize: 1_000_000 };
const MAX_MAIL_LENGTH = 10_000_000;

/** A message as it was sent (RFC 822), decoded. What is no message becomes one without content. */
export async function readMail(raw: string | Uint8Array): Promise<Mail> {
  try {
    const mail = await PostalMime.parse(raw.slice(0, MAX_MAIL_LENGTH), LIMITS);
    return {
      from: mail.from?.address,
      subject: mail.subject,
      html: mail.html,
      text: mail.text,
      date: mail.date,
      messageId: mail.messageId,
    };
  } catch {
    return {};
  }
}
