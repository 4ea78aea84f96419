import type { Bundle } from './bundle.ts';

/** Something that pages import, and the most that it may weigh in one: bytes, minified and gzipped. */
export type BundleLimit = { name: string; from: string; most: number };

export const bundleLimits: readonly BundleLimit[] = [
  { name: 'MailChatTransport', from: '@posthouse/client/chat', most: 8 * 1024 },
  { name: 'createClient', from: '@posthouse/client', most: 16 * 1024 },
];

const MOST_NAMED = 5;

/** A sentence for each bundler that makes something heavier than it may be, with what weighs most in it. */
export function toOverweight({ name, from, most }: BundleLimit, { sizes, parts }: Bundle): string[] {
  const heaviest = Object.entries(parts)
    .toSorted(([, left], [, right]) => right - left)
    .slice(0, MOST_NAMED)
    .map(([part, bytes]) => `${part} (${toKB(bytes)})`);
  return Object.entries(sizes)
    .filter(([, size]) => size > most)
    .map(
      ([bundler, size]) =>
        `${name} of ${from} weighs ${toKB(size)} gzipped with ${bundler}, and at most ${toKB(most)} are allowed. ` +
        `Most of it before compression: ${heaviest.join(', ')}.`,
    );
}

/** `12 345` bytes as `12.1 KB`. */
export function toKB(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`;
}
