import { useQuery, useServer } from '@posthouse/components';
import { useState } from 'react';
import { type Coverage, loadCoverage } from '../api/coverage.ts';

/** What two texts mention of a posting, or why nobody knows. The last answer stays until there is another one. */
export function useCoverage(
  jobId: number,
  original: string,
  text: string,
): { coverage: { before: Coverage; after: Coverage } | undefined; failure: Error | undefined } {
  const server = useServer();
  const [last, setLast] = useState<Coverage>();
  const before = useQuery(`${jobId} ${original}`, (signal) => loadCoverage(server, jobId, original, signal));
  const after = useQuery(`${jobId} ${text}`, (signal) => loadCoverage(server, jobId, text, signal));
  if (after.value !== undefined && after.value !== last) setLast(after.value);
  const newest = after.value ?? last;
  const isKnown = before.value !== undefined && newest !== undefined;
  return {
    coverage: isKnown ? { before: before.value!, after: newest } : undefined,
    failure: before.failure ?? after.failure,
  };
}
