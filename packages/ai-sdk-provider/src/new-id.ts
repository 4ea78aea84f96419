import { platform } from './platform.ts';

/** A new UUID. Node 18 and pages without TLS have no `randomUUID`; ids have to be unique there too, not secret. */
export function newId(): string {
  return (
    platform.crypto?.randomUUID?.() ??
    'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'.replaceAll(/[xy]/g, (letter) =>
      Math.floor(letter === 'x' ? Math.random() * 16 : 8 + Math.random() * 4).toString(16),
    )
  );
}
