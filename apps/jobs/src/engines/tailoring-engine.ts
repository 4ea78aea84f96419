import type { EngineName } from '../database/schema.ts';
import type { Language } from '../errors/language.ts';
import type { Posting } from '../postings/posting.ts';

export type TailoringRequest = {
  /** The text of the resume, in markdown. */
  resume: string;
  posting: Posting;
  instructions?: string | undefined;
  language: Language;
  /** What an earlier attempt at the same request had made up, so that this one does not. */
  refused?: readonly string[];
  signal?: AbortSignal | undefined;
};

export type TailoredText = {
  content: string;
  suggestions: unknown[];
  warnings: string[];
};

/** Who rewrites a resume for a posting. Whatever it writes is held against the resume before it is kept. */
export type TailoringEngine = {
  readonly name: EngineName;
  readonly model: string | null;
  /** Changes when the same request would get another answer. */
  readonly version: string;
  tailor(request: TailoringRequest): Promise<TailoredText>;
};
