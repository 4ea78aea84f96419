import { openServer } from './open-server.ts';

/** Exchanges a pairing code for a token of this device. */
export async function pair(base: string, { code, name }: { code: string; name: string }): Promise<string> {
  using server = openServer(base);
  const { token } = (await server.ask('/auth/pair', { method: 'POST', body: { code, name } })) as { token: string };
  return token;
}
