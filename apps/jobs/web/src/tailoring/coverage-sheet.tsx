import { Spinner } from '@posthouse/components';
import { FailureBanner } from '../words/failure-banner.tsx';
import { useWords } from '../words/use-words.ts';
import { CoverageTable } from './coverage-table.tsx';
import { useCoverage } from './use-coverage.ts';

type CoverageSheetProps = {
  jobId: number;
  original: string;
  text: string;
  /** What the text is called. */
  title: string;
};

/** Which skills of a posting the resume mentions, and which a text that was made from it. */
export function CoverageSheet({ jobId, original, text, title }: CoverageSheetProps) {
  const { shell } = useWords();
  const { coverage, failure } = useCoverage(jobId, original, text);
  if (coverage !== undefined) return <CoverageTable {...coverage} title={title} />;
  return failure === undefined ? <Spinner label={shell.loading} /> : <FailureBanner failure={failure} />;
}
