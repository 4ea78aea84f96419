/** Class names in one text; what is not wanted is left out. */
export function joinClasses(...names: (string | false | undefined)[]): string {
  return names.filter((name) => typeof name === 'string' && name !== '').join(' ');
}
