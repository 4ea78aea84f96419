import { Banner, Button, useQuery, useServer } from '@posthouse/components';
import { loadAgentStatus } from '../api/agent.ts';
import { loadJobs } from '../api/job.ts';
import { toFragment } from '../routing/route.ts';
import { useWords } from '../words/use-words.ts';

const ONE = new URLSearchParams({ limit: '1' });
const LINK = 'text-accent underline underline-offset-2';

/** What is shown while nothing has been said: what one could say, and whether somebody clever listens. */
export function Welcome({ onAsk }: { onAsk: (text: string) => void }) {
  const { chat: words } = useWords();
  const server = useServer();
  const { value: agent } = useQuery('agent', (signal) => loadAgentStatus(server, signal));
  const { value: jobs } = useQuery('any job', (signal) => loadJobs(server, ONE, signal));
  return (
    <div className="mx-auto max-w-md py-10">
      <h2 className="text-center text-lg font-semibold">{words.welcome}</h2>
      <p className="mt-1 mb-6 text-center text-sm text-soft">{words.introduction}</p>
      {jobs?.total === 0 && (
        <p className="mb-6 flex flex-wrap justify-center gap-x-3 gap-y-1 text-sm">
          {words.nothingYet}
          <a href={toFragment({ view: 'jobs' })} className={LINK}>
            {words.bringJobs}
          </a>
          <a href={toFragment({ view: 'resumes' })} className={LINK}>
            {words.bringResume}
          </a>
        </p>
      )}
      <ul className="flex flex-col gap-2">
        {words.examples.map((text) => (
          <li key={text}>
            <Button className="w-full py-1.5 text-left whitespace-normal!" onClick={() => onAsk(text)}>
              {text}
            </Button>
          </li>
        ))}
      </ul>
      {agent?.model.available === false && (
        <div className="mt-6">
          <Banner>{words.offline}</Banner>
        </div>
      )}
    </div>
  );
}
