import { Button } from '@posthouse/components';
import { useEffect, useState } from 'react';
import { useWords } from '../src/words/use-words.ts';
import type { PageAccess, PlaceName } from './page-access.ts';

/** A page that may not be read, and what the reader can do about it. */
export function ClosedPage({ access }: { access: PageAccess }) {
  const { panel: words } = useWords();
  const [missing, setMissing] = useState<readonly PlaceName[]>();
  useEffect(() => {
    let isCurrent = true;
    void findMissing(access).then((places) => isCurrent && setMissing(places));
    return () => {
      isCurrent = false;
    };
  }, [access]);
  const ask = async (place: PlaceName): Promise<void> => {
    if (await access.ask(place)) setMissing(await findMissing(access));
  };
  return (
    <>
      <p className="text-soft">{missing?.length === 0 ? words.sealed : words.closed}</p>
      {missing !== undefined && missing.length > 0 && (
        <p className="mt-1.5 flex flex-wrap gap-1.5">
          {missing.map((place) => (
            <Button key={place} onClick={() => void ask(place)}>
              {words.allow[place]}
            </Button>
          ))}
        </p>
      )}
    </>
  );
}

async function findMissing(access: PageAccess): Promise<PlaceName[]> {
  if (await access.has('everywhere')) return [];
  return (await access.has('boards')) ? ['everywhere'] : ['boards', 'everywhere'];
}
