import { Button, Spinner } from '@posthouse/components';
import { FailureBanner } from '../words/failure-banner.tsx';
import { useWords } from '../words/use-words.ts';
import { ImportResult } from './import-result.tsx';
import type { Importing } from './use-importing.ts';

type ImportOutcomeProps = { importing: Importing; disabled?: boolean };

/** The end of every way to import: the button, and what came of pressing it. */
export function ImportOutcome({ importing: { busy, failure, result }, disabled = false }: ImportOutcomeProps) {
  const words = useWords().jobs.imports;
  return (
    <>
      <div className="flex items-center gap-2">
        <Button look="primary" type="submit" disabled={busy || disabled}>
          {words.start}
        </Button>
        <Spinner label={words.working} active={busy} />
      </div>
      <FailureBanner failure={failure} />
      <output>{result !== undefined && <ImportResult result={result} />}</output>
    </>
  );
}
