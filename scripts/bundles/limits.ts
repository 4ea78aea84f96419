import type { Bundle, Size } from './bundle.ts';

/** Something that pages import, and the most that it may weigh in one. */
export type BundleLimit = {
  name: string;
  from: string;
  /** Packages that pages with it have anyway. They are not weighed. */
  besides?: readonly string[];
  most: Size;
};

export const bundleLimits: readonly BundleLimit[] = [
  { name: 'MailChatTransport', from: '@posthouse/client/chat', most: { minified: 20 * 1024, gzipped: 8 * 1024 } },
  { name: 'createClient', from: '@posthouse/client', most: { minified: 48 * 1024, gzipped: 16 * 1024 } },
  {
    name: 'createMAIL',
    from: '@posthouse/ai-sdk-provider',
    besides: ['@ai-sdk/provider'],
    most: { minified: 32 * 1024, gzipped: 13 * 1024 },
  },
];

/** The most that a package may bring along: kilobytes of its tarball, and files in it. That of the server has the studio's page inside. */
export const packageLimits: Readonly<Record<string, { packed: number; files: number }>> = {
  '@posthouse/agents': { packed: 275, files: 620 },
  '@posthouse/ai-sdk-provider': { packed: 60, files: 60 },
  '@posthouse/chat': { packed: 285, files: 600 },
  '@posthouse/client': { packed: 95, files: 270 },
  '@posthouse/protocol': { packed: 245, files: 650 },
  '@posthouse/runtime': { packed: 960, files: 2_050 },
  '@posthouse/server': { packed: 1_900, files: 2_000 },
  '@posthouse/store': { packed: 340, files: 900 },
  '@posthouse/testkit': { packed: 225, files: 500 },
};

const MAX_NAMED = 5;

/** A sentence for each bundler that makes something heavier than it may be, with what weighs most in it. */
export function toOverweight({ name, from, most }: BundleLimit, { sizes, parts }: Bundle): string[] {
  const heaviest = Object.entries(parts)
    .toSorted(([, left], [, right]) => right - left)
    .slice(0, MAX_NAMED)
    .map(([part, bytes]) => `${part} (${toKB(bytes)})`);
  return Object.entries(sizes)
    .filter(([, size]) => size.minified > most.minified || size.gzipped > most.gzipped)
    .map(
      ([bundler, size]) =>
        `${name} of ${from} weighs ${toWeight(size)} with ${bundler}, and at most ${toWeight(most)} are allowed. ` +
        `Most of it before compression: ${heaviest.join(', ')}.`,
    );
}

/** `31.1 KB (12.5 KB gzipped)` */
export function toWeight({ minified, gzipped }: Size): string {
  return `${toKB(minified)} (${toKB(gzipped)} gzipped)`;
}

/** `12 345` bytes as `12.1 KB`. */
function toKB(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`;
}
