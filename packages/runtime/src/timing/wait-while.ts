/** Waits as long as something is so, but no longer than the given time. Looks again every few milliseconds. */
export async function waitWhile(isSo: () => boolean, milliseconds: number = Number.POSITIVE_INFINITY): Promise<void> {
  const deadline = Date.now() + milliseconds;
  while (isSo() && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 5));
}
