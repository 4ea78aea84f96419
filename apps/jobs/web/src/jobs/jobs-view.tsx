import { Spinner } from '@posthouse/components';
import { Suspense } from 'react';
import { lazyView } from '../routing/lazy-view.ts';
import { useRoute } from '../routing/route.ts';
import { useWords } from '../words/use-words.ts';
import { JobsOverview } from './jobs-overview.tsx';

// What shows descriptions is large, and the list does not need it.
const JobDetail = lazyView(() => import('./job-detail.tsx'));

/** All jobs, or the one that the address names. */
export default function JobsView() {
  const { shell: words } = useWords();
  const {
    path: [id],
    query,
  } = useRoute();
  if (id === undefined || !/^[1-9]\d{0,14}$/.test(id)) return <JobsOverview query={query} />;
  return (
    <Suspense
      fallback={
        <p className="p-6">
          <Spinner label={words.loading} />
        </p>
      }
    >
      <JobDetail key={id} id={Number(id)} query={query} />
    </Suspense>
  );
}
