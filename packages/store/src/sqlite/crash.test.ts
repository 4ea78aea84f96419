import { crashContract } from '../contract/__fixtures__/crash-contract.ts';
import { temporaryFolder } from './__fixtures__/temporary-folder.ts';

const { newPath } = temporaryFolder();

crashContract({ newURL: () => `sqlite:${newPath()}` });
