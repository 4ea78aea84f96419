/** What somebody wants, as far as rules can tell. */
export type Intent =
  | { readonly kind: 'search'; readonly words: string; readonly filters: SearchFilters }
  | { readonly kind: 'list'; readonly status?: string; readonly starred?: boolean }
  | { readonly kind: 'analyze'; readonly jobs: JobReference }
  | { readonly kind: 'prescore'; readonly jobs: JobReference }
  | { readonly kind: 'tailor'; readonly jobs: JobReference; readonly instructions?: string }
  | { readonly kind: 'versions'; readonly jobs: JobReference }
  | { readonly kind: 'enrich'; readonly url?: string; readonly jobs: JobReference }
  | { readonly kind: 'resumes' }
  | { readonly kind: 'resume'; readonly id?: number }
  | { readonly kind: 'help' };

/** Which jobs are meant: by number, by their place in the last list, or none in particular. */
export type JobReference = { readonly ids: readonly number[]; readonly places: readonly number[] };

export type SearchFilters = { location?: string; remote?: boolean; salaryMin?: number; company?: string };
