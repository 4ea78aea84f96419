import { Banner, Button, Card, Field } from '@posthouse/components';
import { type FormEvent, useState } from 'react';

type LoginProps = { onEnter: (token: string) => void; problem?: string };

/** Asks for a token. */
export function LoginView({ onEnter, problem }: LoginProps) {
  const [token, setToken] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (token.trim() !== '') onEnter(token.trim());
  };
  return (
    <main className="flex min-h-full items-center justify-center p-4">
      <Card className="w-full max-w-sm p-5">
        <h1 className="text-lg font-semibold">Posthouse studio</h1>
        <p className="mt-1 mb-4 text-sm text-soft">
          A development server prints a link that signs you in. On any other server, enter your token.
        </p>
        {problem !== undefined && (
          <div className="mb-4">
            <Banner look="alarm">{problem}</Banner>
          </div>
        )}
        <form onSubmit={submit} className="flex flex-col gap-3">
          <Field
            label="Your token"
            type="password"
            autoComplete="off"
            required
            value={token}
            onChange={(event) => setToken(event.target.value)}
          />
          <Button type="submit" look="primary" className="justify-center">
            Sign in
          </Button>
        </form>
      </Card>
    </main>
  );
}
