/** A desktop entry that opens `swarm://` links with a command, as freedesktop.org describes it. */
export function toDesktopEntry(program: readonly string[]): string {
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Posthouse',
    'Comment=Opens links to MAIL swarms',
    `Exec=${[...program.map(quote), 'client', '%u'].join(' ')}`,
    'Terminal=true',
    'NoDisplay=true',
    'MimeType=x-scheme-handler/swarm;',
    '',
  ].join('\n');
}

/** An argument of an Exec line. A percent sign would be a field code there. */
function quote(argument: string): string {
  const escaped = argument.replaceAll('%', '%%');
  if (/^[\w@%+=:,./-]+$/.test(escaped)) return escaped;
  // Once for the quoting of the argument, and once for the string that it stands in.
  return `"${escaped.replaceAll(/["`$\\]/g, String.raw`\$&`).replaceAll('\\', '\\\\')}"`;
}
