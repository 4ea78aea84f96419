/** The languages that the app speaks to people. */
export type Language = 'en' | 'zh';

/**
 * The language somebody likes best among ours, from an `Accept-Language` header; English unless Chinese is named first.
 *
 * @example toLanguage('fr, zh-CN;q=0.8, en;q=0.5'); // 'zh'
 */
export function toLanguage(header: string | undefined): Language {
  const preferences = (header ?? '')
    .slice(0, 1_000)
    .split(',')
    .map((preference) => {
      const [tag = '', ...parameters] = preference.split(';').map((part) => part.trim().toLowerCase());
      const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return { language: tag.split('-')[0], quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ language, quality }) => (language === 'en' || language === 'zh') && quality > 0)
    .toSorted((left, right) => right.quality - left.quality);
  return preferences[0]?.language === 'zh' ? 'zh' : 'en';
}
