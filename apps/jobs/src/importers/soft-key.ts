/**
 * What two sources that tell of the same job have in common: company, title and place, without case, punctuation, legal
 * forms and asides in brackets. Equal keys are a suspicion, not a proof.
 *
 * @example
 * toSoftKey({ company: 'ACME, Inc.', title: 'Engineer (m/f/d)' }) === toSoftKey({ company: 'Acme', title: 'engineer' });
 */
export function toSoftKey({
  company,
  title,
  location,
}: {
  company: string;
  title: string;
  location?: string | null | undefined;
}): string {
  const place = (location ?? '').split(/[,;(（|/]/u)[0] ?? '';
  return [normalise(company).replaceAll(LEGAL, '').trim(), normalise(title), normalise(place)].join(' | ');
}

const LEGAL =
  /\b(?:inc|ltd|llc|gmbh|ag|se|co|corp|corporation|limited|plc|bv|sarl|sa|pty|holding|group)\b|有限公司|有限责任公司|集团/gu;

function normalise(text: string): string {
  return text
    .slice(0, 300)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[([（【][^)\]）】]{0,100}[)\]）】]/gu, ' ')
    .replaceAll(/[^\p{L}\p{N}+#]+/gu, ' ')
    .trim();
}
