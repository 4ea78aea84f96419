import { useRoute } from '../app/use-route.ts';
import { JobDetail } from './job-detail.tsx';
import { JobsOverview } from './jobs-overview.tsx';

/** All jobs, or the one that the address names. */
export default function JobsView() {
  const {
    path: [id],
    query,
  } = useRoute();
  if (id !== undefined && /^[1-9]\d{0,14}$/.test(id)) return <JobDetail key={id} id={Number(id)} query={query} />;
  return <JobsOverview query={query} />;
}
