import { Server } from '@posthouse/components';
import { keptLanguage } from '../words/language.ts';

/** The app, for one token; without one it can only be asked for one. It answers in the language of the page. */
export function openServer(base: string, token = ''): Server {
  return new Server({ base, token, livePath: '/health', headers: () => ({ 'Accept-Language': keptLanguage() }) });
}
