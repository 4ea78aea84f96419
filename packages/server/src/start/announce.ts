import type { ChosenAuth } from '../auth/choose-auth.ts';
import { removeDevelopmentFile, writeDevelopmentFile } from '../auth/development/development-file.ts';
import { toBanner } from '../auth/development/to-banner.ts';
import { hasTokens } from '../auth/tokens/token-records.ts';
import { openBrowser } from '../edge/open-browser.ts';
import type { ServedSwarms } from '../served-swarms.ts';
import { hasStudio } from '../studio/studio-files.ts';
import type { StartPlan } from './start-plan.ts';

/** Tells whoever started the server how to reach it. What it leaves for the command line goes when it is disposed of. */
export async function announce(
  { options, logger, developmentFolder }: StartPlan,
  { url, auth, served }: { url: string; auth: ChosenAuth; served: ServedSwarms },
): Promise<AsyncDisposable> {
  await using left = new AsyncDisposableStack();
  logger.info('listening', { url, auth: auth.mode, swarms: served.swarmNames() });
  if (options.openBrowser === true) openBrowser(url);
  if (auth.mode === 'tokens' && !(await hasTokens(served.store.records))) {
    logger.warn('nobody has a token yet: posthouse token create --role admin --id me');
  }
  const { tokens } = auth;
  if (tokens !== undefined && developmentFolder !== undefined) {
    const print = options.announce ?? ((text: string) => void process.stdout.write(`${text}\n`));
    const note = { url, tokens, pid: process.pid };
    left.defer(() => removeDevelopmentFile(developmentFolder, note));
    await writeDevelopmentFile(developmentFolder, note);
    print(toBanner({ url, tokens, swarm: served.defaultSwarm, studio: await hasStudio() }));
  }
  return left.move();
}
