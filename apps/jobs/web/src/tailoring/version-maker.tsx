import {
  Banner,
  Button,
  Card,
  Checkbox,
  Choice,
  Foldable,
  Spinner,
  TextField,
  useAction,
  useServer,
} from '@posthouse/components';
import { Square, WandSparkles } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { type Engine, ENGINES } from '../api/analysis.ts';
import { makeVersion, type Pair, type Version } from '../api/version.ts';
import { FailureBanner } from '../words/failure-banner.tsx';
import { useWords } from '../words/use-words.ts';
import { useSeconds } from './use-seconds.ts';

const MAX_INSTRUCTIONS_LENGTH = 4000;

type VersionMakerProps = {
  pair: Pair;
  /** Whether there is nothing else to look at. */
  isFirst: boolean;
  onMade: (version: Version) => void;
  onStopped: () => void;
};

/** Has a version written, and says how that goes. */
export function VersionMaker({ pair, isFirst, onMade, onStopped }: VersionMakerProps) {
  const server = useServer();
  const { maker: words } = useWords().tailoring;
  const [instructions, setInstructions] = useState('');
  const [engine, setEngine] = useState<Engine>('auto');
  const [forceNew, setForceNew] = useState(false);
  const [made, setMade] = useState<Version>();
  const [wasStopped, setWasStopped] = useState(false);
  const stopper = useRef<AbortController>(undefined);
  const { busy, failure, run } = useAction();
  const seconds = useSeconds(busy);
  const make = async (left: AbortSignal): Promise<void> => {
    const { signal } = (stopper.current = new AbortController());
    setMade(undefined);
    setWasStopped(false);
    const version = await makeVersion(server, pair, { engine, instructions, forceNew }, signal);
    if (left.aborted) return;
    setMade(version);
    onMade(version);
  };
  const stop = (): void => {
    setWasStopped(true);
    stopper.current?.abort();
    onStopped();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    run(make);
  };
  return (
    <Card aria-label={words.title} className="p-2">
      <Foldable title={<span className="font-medium">{words.title}</span>} startsOpen={isFirst || isWide()}>
        <form onSubmit={submit} className="-ml-5 flex flex-col gap-3 p-1">
          <TextField
            label={words.instructions}
            hint={words.instructionsHint}
            rows={3}
            maxLength={MAX_INSTRUCTIONS_LENGTH}
            value={instructions}
            onChange={(event) => setInstructions(event.target.value)}
          />
          <Choice label={words.engine} value={engine} onChange={(event) => setEngine(event.target.value as Engine)}>
            {ENGINES.map((each) => (
              <option key={each} value={each}>
                {words.engines[each]}
              </option>
            ))}
          </Choice>
          <Checkbox label={words.forceNew} checked={forceNew} onChange={setForceNew} />
          {busy ? (
            <div className="flex min-h-8 items-center gap-2 text-sm">
              <Spinner label={words.making(0)} />
              <span aria-hidden className="mr-auto">
                {words.making(seconds)}
              </span>
              <Button onClick={stop}>
                <Square aria-hidden className="size-3" />
                {words.stop}
              </Button>
            </div>
          ) : (
            <Button type="submit" look="primary" className="justify-center">
              <WandSparkles aria-hidden className="size-3.5" />
              {words.make}
            </Button>
          )}
          {made !== undefined && (
            <Banner>{made.isNew ? words.made(made.version) : words.wasThere(made.version)}</Banner>
          )}
          {!wasStopped && <FailureBanner failure={failure} />}
        </form>
      </Foldable>
    </Card>
  );
}

/** Whether there is room beside the versions. */
function isWide(): boolean {
  return matchMedia('(min-width: 64rem)').matches;
}
