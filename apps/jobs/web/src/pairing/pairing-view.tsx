import { Banner, Button, Card, Field, Spinner, ThemeButton } from '@posthouse/components';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { pair } from '../api/pair.ts';
import { LanguageButton } from '../words/language-button.tsx';
import { usePlatform } from '../platform/platform.ts';
import { sayFailure } from '../words/say-failure.ts';
import { useWords } from '../words/use-words.ts';
import { toDeviceName } from './device-name.ts';

type PairingProps = {
  /** A code that came with the address, to be used at once. */
  code?: string | undefined;
  /** Whether the app does not accept the token that this device had. */
  refused?: boolean;
  onPaired: (token: string) => void;
};

/** The first meeting: a code that the app has printed becomes a token of this device. */
export function PairingView({ code: given = '', refused = false, onPaired }: PairingProps) {
  const words = useWords();
  const { pairing, theme, themes } = words.shell;
  const platform = usePlatform();
  const [code, setCode] = useState(given);
  const [base, setBase] = useState(platform.base);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<{ error: unknown } | 'address'>();

  const enter = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      const address = base.trim().replace(/\/+$/, '');
      if (address !== platform.base && (await platform.changeBase?.(address)) !== true) {
        setFailure('address');
        return;
      }
      onPaired(await pair(address, { code: code.trim(), name: toDeviceName(navigator.userAgent) }));
    } catch (error) {
      setFailure({ error });
    } finally {
      setBusy(false);
    }
  };
  const begun = useRef(false);
  useEffect(() => {
    if (given === '' || begun.current) return;
    begun.current = true;
    void enter();
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (code.trim() !== '' && !busy) void enter();
  };

  const problem =
    failure === 'address'
      ? pairing.addressRefused
      : failure === undefined
        ? refused
          ? pairing.refused
          : undefined
        : sayFailure(failure.error, words);
  return (
    <main className="flex min-h-full flex-col items-center justify-center gap-3 p-4">
      <Card className="w-full max-w-sm p-5">
        <h1 className="text-lg font-semibold">{pairing.heading}</h1>
        <p className="mt-1 mb-4 text-sm text-soft">{pairing.introduction}</p>
        {problem !== undefined && (
          <div className="mb-4">
            <Banner look="alarm">{problem}</Banner>
          </div>
        )}
        <form onSubmit={submit} className="flex flex-col gap-3">
          {platform.changeBase !== undefined && (
            <Field
              label={pairing.address}
              hint={pairing.addressHint}
              type="url"
              required
              value={base}
              onChange={(event) => setBase(event.target.value)}
            />
          )}
          <Field
            label={pairing.code}
            hint={pairing.codeHint}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            required
            maxLength={100}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
          <Button type="submit" look="primary" className="justify-center" disabled={busy}>
            {busy ? <Spinner label={pairing.pairing} /> : pairing.pair}
          </Button>
        </form>
      </Card>
      <div className="flex gap-1">
        <LanguageButton />
        <ThemeButton label={(now, next) => theme(themes[now], themes[next])} />
      </div>
    </main>
  );
}
