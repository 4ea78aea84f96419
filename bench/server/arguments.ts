/** What the command line asks a measurement for. */
const sections = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));

/** Whether to measure a section: all of them unless some are named. */
export const wanted = (name: string): boolean => sections.length === 0 || sections.includes(name);

/** Where `--profile=` leaves a CPU profile. */
export const profile = process.argv.find((argument) => argument.startsWith('--profile='))?.slice('--profile='.length);

/** The same for a program that is started. */
export const nodeArgs = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
