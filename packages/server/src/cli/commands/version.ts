import { flag } from '../arguments/options.ts';
import { packageVersion, PROTOCOL_VERSION } from '../../versions.ts';
import { command } from '../command.ts';
import { EXIT } from '../exit-code.ts';
import { print } from '../terminal/terminal.ts';

export const versionCommand = command({
  spec: {
    name: 'version',
    about: 'Tells the version of this program and of the MAIL protocol it speaks.',
    arguments: [],
    options: { json: flag('as one JSON object') },
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
            'Releases x.y.z of the protocol that share x.y understand each other.',
          ].join('\n'),
    );
    return EXIT.complete;
  },
});
