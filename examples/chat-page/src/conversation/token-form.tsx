import { type FormEvent, useState } from 'react';

/** Asks for a token, for those who came without one. */
export function TokenForm({ onEnter }: { onEnter: (token: string) => void }) {
  const [token, setToken] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onEnter(token.trim());
  };
  return (
    <form className="token" onSubmit={submit}>
      <label htmlFor="token">Your token; the server prints one when it starts</label>
      <input
        id="token"
        type="password"
        autoComplete="off"
        required
        value={token}
        onChange={(event) => setToken(event.target.value)}
      />
      <button type="submit" className="primary">
        Sign in
      </button>
    </form>
  );
}
