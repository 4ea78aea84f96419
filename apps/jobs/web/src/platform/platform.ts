import { type ComponentType, createContext, useContext } from 'react';

/** A posting, as the chat is told about it. */
export type DetectedJob = {
  title?: string | undefined;
  company?: string | undefined;
  location?: string | undefined;
  url?: string | undefined;
  source?: string | undefined;
  description?: string | undefined;
};

/** What was found on the page that the browser shows beside ours. Every word of it comes from that page. */
export type Detected = {
  job: DetectedJob;
  /** The body with which `POST /jobs/ingest` saves it. */
  ingest: Readonly<Record<string, unknown>>;
  /** The job that it was saved as, once that is known. */
  savedAs?: number | undefined;
};

/** Watches the page beside ours. */
export type Detector = {
  /** What is there now; the same object until that changes. */
  read: () => Detected | undefined;
  /** Calls back when something else is there. Gives what ends that. */
  subscribe: (listener: () => void) => () => void;
};

/** What differs between a page of the app and the side panel of an extension. */
export type Platform = {
  /** Where the app is, without a slash at the end. */
  base: string;
  /** Where the reader may say where the app is: false when the address cannot be used. */
  changeBase?: (base: string) => Promise<boolean>;
  /** Keeps small texts for this device, such as the token. */
  storage: {
    read: (name: string) => Promise<string | undefined>;
    write: (name: string, text: string | undefined) => Promise<void>;
  };
  detector?: Detector;
  /** What is shown above every view. */
  Strip?: ComponentType;
};

export const PlatformContext = createContext<Platform | undefined>(undefined);

/** Where we are. */
export function usePlatform(): Platform {
  return useContext(PlatformContext)!;
}
