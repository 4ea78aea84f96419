import { Banner, Refusal } from '@posthouse/components';
import type { ReactNode } from 'react';
import { sayFailure } from './say-failure.ts';
import { useWords } from './use-words.ts';

type FailureBannerProps = { failure: unknown; action?: ReactNode };

/** Says what went wrong, and where, if something did. */
export function FailureBanner({ failure, action }: FailureBannerProps) {
  const words = useWords();
  if (failure === undefined) return null;
  const sentence = sayFailure(failure, words);
  const details = failure instanceof Refusal ? failure.details : [];
  // A single detail is mostly what the sentence says already.
  const told = details.filter(({ message }) => !sentence.includes(message));
  // Places are told to tell things apart.
  const isOnePlace = told.length > 1 && new Set(told.map(({ path }) => path)).size === 1;
  return (
    <Banner look="alarm" action={action}>
      <p>{sentence}</p>
      {told.length > 0 && (
        <ul className="mt-1 list-disc pl-5">
          {told.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              {path !== '' && !isOnePlace && <code className="font-mono text-xs">{path}</code>} {message}
            </li>
          ))}
        </ul>
      )}
    </Banner>
  );
}
