export const LANGUAGES = ['en', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Words of one view in every language, in the same shape. */
export type Section<Shape> = Readonly<Record<Language, Shape>>;

const STORED = 'posthouse-jobs-language';

/**
 * The language to begin with: the one that was chosen, or else the first one that the reader understands and the page has.
 *
 * @example chooseLanguage(null, ['fr', 'zh-TW', 'en']) // 'zh'
 */
export function chooseLanguage(kept: string | null, preferred: readonly string[]): Language {
  const wanted = [kept ?? '', ...preferred].map((tag) => tag.toLowerCase().split('-', 1)[0]);
  return wanted.flatMap((tag) => LANGUAGES.find((each) => each === tag) ?? [])[0] ?? 'en';
}

/** The language of the page as it is now. */
export function keptLanguage(): Language {
  return chooseLanguage(localStorage.getItem(STORED), navigator.languages);
}

/** Remembers what the reader has chosen. */
export function keepLanguage(language: Language): void {
  localStorage.setItem(STORED, language);
}
