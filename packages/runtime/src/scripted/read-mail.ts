/** A message as a prompt shows it. */
export type PromptMail = {
  /** `public` and `private` are what was said in manual mode. */
  readonly kind: 'incoming' | 'public' | 'private';
  readonly from: string;
  /** Whether a user, an agent, an admin or the system wrote it; incoming mail says so. */
  readonly fromType?: string | undefined;
  readonly to: readonly string[];
  readonly subject: string;
  readonly body: string;
};

const MAIL = /<(incoming|public|private)_message boundary="([0-9a-f]+)">\n([^]*?)\n<\/\1_message boundary="\2">/g;
const HEADER = /^(\w+)(?: \((\w+)\))?: (.*)$/;

/**
 * Reads the mail in a prompt as a model would, from its text alone. What is not mail is in `rest`.
 *
 * @example
 * scripted(({ messages }) => ({ text: `You wrote: ${readMail(messages.at(-1)!.text).mail.at(-1)?.body}` }));
 */
export function readMail(text: string): { mail: PromptMail[]; rest: string } {
  const mail = [...text.matchAll(MAIL)].map(([, kind, , inside]) => toMail(kind as PromptMail['kind'], inside!));
  return { mail, rest: text.replaceAll(MAIL, '').trim() };
}

function toMail(kind: PromptMail['kind'], inside: string): PromptMail {
  const end = inside.indexOf('\n\n');
  const headers = inside
    .slice(0, end)
    .split('\n')
    .map((line) => HEADER.exec(line) ?? []);
  const valuesOf = (wanted: string) => headers.flatMap(([, name, , value = '']) => (name === wanted ? [value] : []));
  return {
    kind,
    from: valuesOf('from')[0] ?? '',
    fromType: headers.find(([, name]) => name === 'from')?.[2],
    to: valuesOf('to'),
    subject: valuesOf('subject')[0] ?? '',
    body: inside.slice(end + 2),
  };
}
