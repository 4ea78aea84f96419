/** Calls back on every Ctrl-C until it is disposed of, with how many there have been; the process goes on. */
export function onInterrupt(callback: (times: number) => void): Disposable {
  let times = 0;
  const hear = (): void => callback((times += 1));
  process.on('SIGINT', hear);
  return { [Symbol.dispose]: () => void process.off('SIGINT', hear) };
}
