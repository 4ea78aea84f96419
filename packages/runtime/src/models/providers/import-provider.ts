import { invalidConfiguration } from '@posthouse/protocol';

/**
 * Loads a provider's package when the first model asks for it: who uses one provider need not install the others. The
 * import itself is handed in, because bundlers and TypeScript only follow names that are written out.
 *
 * @example
 * const { createOpenAI } = await importProvider('@ai-sdk/openai', () => import('@ai-sdk/openai'));
 */
export async function importProvider<Module>(packageName: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    if (!isMissing(packageName, cause)) throw cause;
    throw invalidConfiguration(
      `this model needs the package ${packageName}, which is not installed: npm install ${packageName}`,
      { cause },
    );
  }
}

/** A package that is there but lacks something itself has another problem, which must not be hidden. */
function isMissing(packageName: string, error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return error.code === 'ERR_MODULE_NOT_FOUND' && error.message.includes(`'${packageName}'`);
}
