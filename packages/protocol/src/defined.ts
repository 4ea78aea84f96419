/**
 * The fields of an object that have a value: what is absent is left out, so that it can be told from what is `undefined`.
 *
 * @example defined({ name: 'clerk', limit: undefined }) // { name: 'clerk' }
 */
export function defined<Fields extends object>(
  fields: Fields,
): { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> } {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> };
}

/** `defined` for values of a database or of another program, in which `null` means absent too. */
export function present<Fields extends object>(fields: Fields): { [Key in keyof Fields]?: NonNullable<Fields[Key]> } {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(given) as { [Key in keyof Fields]?: NonNullable<Fields[Key]> };
}
