import { Badge } from '@posthouse/components';
import type { Suggestion } from '../api/version.ts';
import { useWords } from '../words/use-words.ts';

/** What an engine has changed and why, and what only the owner of the resume can change. */
export function SuggestionList({ suggestions }: { suggestions: readonly Suggestion[] }) {
  const { suggestions: words } = useWords().tailoring;
  if (suggestions.length === 0) return <p className="text-sm text-soft">{words.none}</p>;
  return (
    <ul className="flex flex-col gap-2 text-sm">
      {suggestions.map(({ type, section, original, suggested, reason }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- they never change, and two may be the same
        <li key={at} className="rounded-md border border-line px-3 py-2 [overflow-wrap:anywhere]">
          <p className="flex flex-wrap items-center gap-2 font-medium">
            {section}
            <Badge tone={type === 'consider' ? 'ask' : 'neutral'}>
              {words.types[type as keyof typeof words.types] ?? type}
            </Badge>
          </p>
          <p>{reason}</p>
          {original !== undefined && (
            <p className="mt-1 text-soft">
              {words.before} {original}
            </p>
          )}
          {suggested !== undefined && type !== 'consider' && (
            <p className="mt-1 text-soft">
              {words.after} {suggested}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
