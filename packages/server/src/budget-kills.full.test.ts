import { join } from 'node:path';
import { budgetKillsContract } from './__fixtures__/budget-kills-contract.ts';

budgetKillsContract({ newURL: (folder) => `sqlite:${join(folder, 'b.db')}` });
