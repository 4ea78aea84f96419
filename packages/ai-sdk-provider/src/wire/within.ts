import { platform } from '../platform.ts';

/** What is promised, if it comes in time. */
export async function within<Value>(milliseconds: number, promised: Promise<Value>): Promise<Value> {
  let timer: unknown;
  const silence = new Promise<never>((_, reject) => {
    timer = platform.setTimeout(() => reject(new Error('the server stopped sending')), milliseconds);
  });
  return Promise.race([promised, silence]).finally(() => platform.clearTimeout(timer));
}
