import { Banner, Button, useAsked, useServer } from '@posthouse/components';
import { loadAgentStatus } from '../api/agent.ts';
import { useWords } from '../words/use-words.ts';

/** What is shown while nothing has been said: what one could say, and whether somebody clever listens. */
export function Welcome({ onAsk }: { onAsk: (text: string) => void }) {
  const { chat: words } = useWords();
  const server = useServer();
  const { value: agent } = useAsked('agent', (signal) => loadAgentStatus(server, signal));
  return (
    <div className="mx-auto max-w-md py-10">
      <h2 className="text-center text-lg font-semibold">{words.welcome}</h2>
      <p className="mt-1 mb-6 text-center text-sm text-soft">{words.introduction}</p>
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
