import { spawnProgram } from '../spawn-program.ts';

/**
 * A process with an agent program that has started a command, in a session of its own as the real ones do. Both ignore that their
 * pipes are closed, and every signal that can be ignored. The process prints their ids.
 */
const STAY = `process.on('SIGTERM', () => {}); process.on('SIGHUP', () => {}); setInterval(() => {}, 1000);`;
const program = `
  const command = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(STAY)}], { detached: true, stdio: 'ignore' });
  console.log(JSON.stringify([process.pid, command.pid]));
  ${STAY}`;
const { child } = spawnProgram(process.execPath, ['-e', program], { env: { PATH: process.env['PATH'] } });
child.stdout!.pipe(process.stdout);
