/** Who has which token, in every process of a test. */
export const TOKENS: Record<string, { role: 'user'; id: string; token: string }> = {
  alice: { role: 'user', id: 'alice', token: 'alice' },
  bob: { role: 'user', id: 'bob', token: 'bob' },
};
