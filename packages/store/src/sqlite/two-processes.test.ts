import { twoProcessesContract } from '../contract/__fixtures__/two-processes-contract.ts';
import { temporaryFolder } from './__fixtures__/temporary-folder.ts';

const { newPath } = temporaryFolder();

twoProcessesContract({ newURL: () => `sqlite:${newPath()}` });
