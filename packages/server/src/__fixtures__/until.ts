/** Waits until something is so; throws when that takes too long. */
export async function until(isSo: () => boolean | Promise<boolean>, milliseconds = 15_000): Promise<void> {
  const end = Date.now() + milliseconds;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`still not so after ${milliseconds} ms: ${isSo.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
