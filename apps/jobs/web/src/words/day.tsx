import { useLanguage } from './use-words.ts';

/** A day, as the language of the reader writes it. The time is there for those who point at it. */
export function Day({ at }: { at: string }) {
  const { language } = useLanguage();
  const date = new Date(at);
  return (
    <time dateTime={at} title={date.toLocaleString(language)} className="whitespace-nowrap">
      {date.toLocaleDateString(language, { dateStyle: 'medium' })}
    </time>
  );
}
