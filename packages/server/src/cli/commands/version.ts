import { flag } from '../arguments/options.ts';
import { packageVersion, PROTOCOL_VERSION } from '../../versions.ts';
import { command } from '../command.ts';
import { EXIT } from '../exit-code.ts';
import { print } from '../terminal/terminal.ts';

export const versionCommand = command({
  spec: {
    name: 'version',
    about: 'Prints the version of this program and of the MAIL protocol it implements.',
    arguments: [],
    options: { json: flag('print one JSON object') },
    examples: ['version'],
  },
  run: async ({ values, terminal }) => {
    const version = packageVersion();
    print(
      terminal,
      values.json === true
        ? JSON.stringify({ implementation: version, protocol: PROTOCOL_VERSION, node: process.versions.node })
        : [
            `Implementation: posthouse ${version}`,
            `Protocol: MAIL ${PROTOCOL_VERSION}`,
            'Versions x.y.z of the protocol with the same x.y are compatible.',
          ].join('\n'),
    );
    return EXIT.complete;
  },
});
