import { deletionRacesContract } from '../contract/__fixtures__/deletion-races-contract.ts';
import { temporaryFolder } from './__fixtures__/temporary-folder.ts';

const { newPath } = temporaryFolder();

deletionRacesContract({ newURL: () => `sqlite:${newPath()}` });
