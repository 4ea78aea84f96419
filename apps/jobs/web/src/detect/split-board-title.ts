import type { BoardName } from './page-job.ts';

type Named = { title?: string; company?: string; location?: string };

/** How boards call their pages, the more exact first. */
const PATTERNS: Readonly<Record<BoardName, readonly RegExp[]>> = {
  greenhouse: [/^Job Application for (?<title>.+) at (?<company>.+)$/, /^(?<title>.+) at (?<company>.+)$/],
  lever: [/^(?<company>.+?) - (?<title>.+)$/],
  ashby: [/^(?<title>.+) @ (?<company>.+)$/],
  linkedin: [
    /^(?<company>.+?) hiring (?<title>.+) in (?<location>.+?) \| LinkedIn$/,
    /^(?:\(\d+\+?\) )?(?<title>[^|]+) \| (?<company>[^|]+) \| LinkedIn$/,
  ],
  indeed: [/^(?<title>.+?) - (?<location>[^-]+) - Indeed(?:\.com)?$/, /^(?<title>.+?) - Indeed(?:\.com)?$/],
};

/** What the title of a board's page says about its posting. */
export function splitBoardTitle(board: BoardName, pageTitle: string): Named {
  const text = pageTitle.slice(0, 500).replaceAll(/\s+/g, ' ').trim();
  for (const pattern of PATTERNS[board]) {
    const groups = pattern.exec(text)?.groups;
    if (groups !== undefined)
      return Object.fromEntries(Object.entries(groups).map(([key, value]) => [key, value.trim()]));
  }
  return {};
}
