import type { PageFacts } from '../src/detect/index.ts';

/** What the panel wants of the browser around it. */
export type Browser = {
  /** The tab beside the panel; undefined when there is none, or when the panel itself is a tab and in front. */
  activeTab: () => Promise<number | undefined>;
  /** What a tab shows: nothing of use, or `closed` when it may not be read. */
  readPage: (tab: number) => Promise<PageFacts | 'closed' | undefined>;
  /** Calls back when another page may be there, in a tab or in any. Gives what ends that. */
  onChange: (listener: (tab: number | undefined) => void) => () => void;
};
