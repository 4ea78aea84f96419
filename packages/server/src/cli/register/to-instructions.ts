/** How to open `swarm://` links by hand, where no file of ours could do it. */
export function toInstructions(platform: string, program: readonly string[]): string {
  const command = program.join(' ');
  if (platform === 'darwin') {
    return [
      'macOS opens links with applications only. To open swarm:// links in a terminal:',
      `  1. In Script Editor, make an application from:`,
      `     on open location link`,
      `       tell application "Terminal" to do script "${command} client " & quoted form of link`,
      `     end open location`,
      '  2. In its Info.plist, add the URL scheme "swarm" under CFBundleURLTypes.',
      '  3. Open the application once.',
    ].join('\n');
  }
  if (platform === 'win32') {
    return [
      'Windows keeps such links in the registry. In a command prompt:',
      String.raw`  reg add HKCU\Software\Classes\swarm /ve /d "URL:swarm" /f`,
      String.raw`  reg add HKCU\Software\Classes\swarm /v "URL Protocol" /f`,
      String.raw`  reg add HKCU\Software\Classes\swarm\shell\open\command /ve /d "cmd /k ${command} client \"%1\"" /f`,
    ].join('\n');
  }
  return `How this system opens links is not known here. Let it open swarm:// links with: ${command} client LINK`;
}
