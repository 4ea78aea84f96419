/** Names with `*` for anything and `?` for one character. */
export type ToolRules = { readonly allow: readonly string[]; readonly deny: readonly string[] };

/**
 * Whether an agent may use a tool. What is denied stays denied, however it is allowed.
 *
 * @example isToolAllowed('jobs_tailor', { allow: ['jobs_*'], deny: ['*_tailor'] }); // false
 */
export function isToolAllowed(name: string, { allow, deny }: ToolRules): boolean {
  return allow.some((glob) => matchesGlob(name, glob)) && !deny.some((glob) => matchesGlob(name, glob));
}

function matchesGlob(name: string, glob: string): boolean {
  const pattern = glob
    .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(/\*+/g, '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${pattern}$`, 's').test(name);
}
