/**
 * The address that somebody on this machine types to reach a server.
 *
 * @example toURL({ host: '0.0.0.0', port: 8000, secure: false }) // 'http://127.0.0.1:8000'
 */
export function toURL({ host, port, secure }: { host: string; port: number; secure: boolean }): string {
  const name = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  return `${secure ? 'https' : 'http'}://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
