/** Ids from outside may be any text; this bound keeps them storable and loggable. */
export const MAX_ID_LENGTH = 256;

export function isId(value: string): boolean {
  return value.length > 0 && value.length <= MAX_ID_LENGTH;
}

/** Whether a task can have this id. URLs drop `.` and `..`, so no request could name such a task. */
export function isTaskId(value: string): boolean {
  return isId(value) && value !== '.' && value !== '..';
}

/** A new id of our own: always a UUID. */
export function newId(): string {
  // Absent in Node 18 and in pages without TLS; ids have to be unique there too, though they need not be secret.
  const { crypto } = globalThis as { crypto?: { randomUUID?(): string } };
  return (
    crypto?.randomUUID?.() ??
    'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'.replaceAll(/[xy]/g, (letter) =>
      Math.floor(letter === 'x' ? Math.random() * 16 : 8 + Math.random() * 4).toString(16),
    )
  );
}
