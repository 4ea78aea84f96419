/** What we read of an e-mail. */
export interface Mail {
  from?: string | undefined;
  subject?: string | undefined;
  html?: string | undefined;
  text?: string | undefined;
  /** ISO 8601. */
  date?: string | undefined;
  messageId?: string | undefined;
}
