import type { JsonResume } from './json-resume.ts';

type Basics = NonNullable<JsonResume['basics']>;

const EMAIL = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}/u;
const PHONE = /^\+?[\d ()./-]{6,24}\d$/;
const LINK = /^\[([^\]]{1,200})\]\((https?:\/\/[^)\s]{1,500})\)$/;

/** Name, headline and contact out of the lines before the first section. */
export function readBasics(header: readonly string[]): Basics {
  const basics: Basics = {};
  const profiles: NonNullable<Basics['profiles']> = [];
  for (const line of header.map((one) => one.trim())) {
    if (line === '') continue;
    if (basics.name === undefined) basics.name = strip(line.replace(/^#+\s+/, ''));
    else for (const part of line.split(/\s*[|·•]\s*/u)) readPart(strip(part), { basics, profiles });
  }
  return { ...basics, ...(profiles.length > 0 && { profiles }) };
}

function readPart(
  part: string,
  { basics, profiles }: { basics: Basics; profiles: NonNullable<Basics['profiles']> },
): void {
  const link = LINK.exec(part);
  const email = EMAIL.exec(part)?.[0];
  if (part === '') return;
  if (link !== null) {
    const [network = '', username] = (link[1] ?? '').split(': ');
    profiles.push({ network, username, url: link[2] ?? '' });
  } else if (email !== undefined) basics.email ??= email;
  else if (PHONE.test(part.replace(/^\D{0,12}:\s*/, ''))) basics.phone ??= part.replace(/^\D{0,12}:\s*/, '');
  else if (/^(?:https?:\/\/|www\.)\S+$/.test(part)) basics.url ??= part;
  else if (basics.label === undefined && basics.email === undefined && basics.phone === undefined) basics.label = part;
  else if (basics.location === undefined) basics.location = toLocation(part);
}

function toLocation(text: string): NonNullable<Basics['location']> {
  const parts = text.split(/,\s*/);
  const [city = text, region, countryCode] = parts;
  if (parts.length > 3) return { address: text };
  return parts.length === 3 ? { city, region, countryCode } : { city, countryCode: region };
}

function strip(text: string): string {
  return text.replaceAll(/^[*_]+|[*_]+$/g, '').trim();
}
