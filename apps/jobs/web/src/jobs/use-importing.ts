import { useAction, useServer } from '@posthouse/components';
import { useState } from 'react';
import { type Ingested, ingest } from '../api/ingest.ts';
import { createJob } from '../api/job.ts';
import type { ImportPlan } from './to-ingest.ts';

export type Importing = {
  busy: boolean;
  failure: Error | undefined;
  result: Ingested | undefined;
  /** Carries plans out, one after the other. */
  start: (plans: readonly Exclude<ImportPlan, { does: 'ask' }>[]) => void;
};

const NOTHING: Ingested = { created: [], updated: [], skipped: [], warnings: [] };

/** Brings jobs in as planned, and tells what came of it. What came in before something went wrong is in. */
export function useImporting(onImported: () => void): Importing {
  const server = useServer();
  const { busy, failure, run } = useAction();
  const [result, setResult] = useState<Ingested>();
  const start: Importing['start'] = (plans) =>
    run(async () => {
      setResult(undefined);
      let sum = NOTHING;
      try {
        for (const plan of plans) {
          if (plan.does === 'ingest') sum = add(sum, await ingest(server, plan.input));
          else sum = add(sum, { ...NOTHING, created: [await createJob(server, plan.job)] });
        }
        setResult(sum);
      } finally {
        if (sum !== NOTHING) onImported();
      }
    });
  return { busy, failure, result, start };
}

function add(left: Ingested, right: Ingested): Ingested {
  return {
    created: [...left.created, ...right.created],
    updated: [...left.updated, ...right.updated],
    skipped: [...left.skipped, ...right.skipped],
    warnings: [...left.warnings, ...right.warnings],
  };
}
