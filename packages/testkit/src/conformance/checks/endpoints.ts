import type { Speaker } from '../http/exchange.ts';

/** Who may call an endpoint. `everyone` needs no token. */
export type Access = 'everyone' | 'user' | 'admin' | 'agent';

export type Endpoint = { method: string; path: string; access: Access; json?: unknown };

/** The endpoints of MAIL that are always there, each with a body that does no harm. */
export const ENDPOINTS: readonly Endpoint[] = [
  { method: 'GET', path: '/', access: 'everyone' },
  { method: 'GET', path: '/health', access: 'everyone' },
  { method: 'GET', path: '/swarms', access: 'everyone' },
  { method: 'GET', path: '/whoami', access: 'user' },
  { method: 'GET', path: '/status', access: 'user' },
  { method: 'GET', path: '/tasks', access: 'user' },
  { method: 'GET', path: '/task', access: 'user', json: {} },
  { method: 'POST', path: '/message', access: 'user', json: {} },
  { method: 'POST', path: '/interswarm/message', access: 'user', json: { user_token: 'token' } },
  { method: 'POST', path: '/health', access: 'admin', json: {} },
  { method: 'POST', path: '/swarms', access: 'admin', json: {} },
  { method: 'GET', path: '/swarms/dump', access: 'admin' },
  { method: 'POST', path: '/swarms/load', access: 'admin', json: {} },
  { method: 'POST', path: '/interswarm/forward', access: 'agent', json: {} },
  { method: 'POST', path: '/interswarm/back', access: 'agent', json: {} },
];

/** Whether somebody may call it. Admins may do what users may. */
export function allows(access: Access, speaker: Speaker): boolean {
  return access === 'everyone' || access === speaker || (access === 'user' && speaker === 'admin');
}
