/** Whether two URLs lead to the same server. The names of this machine's own address are one place. */
export function isSamePlace(one: string, other: string): boolean {
  return toPlace(one) === toPlace(other);
}

function toPlace(url: string): string {
  const { protocol, hostname, port } = new URL(url);
  return `${protocol}//${/^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname) ? 'localhost' : hostname}:${port}`;
}
