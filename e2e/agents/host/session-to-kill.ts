import { profiles } from '../scenarios/profiles.ts';

/** A process that has a session with an agent program and passes on what it says, until it is killed. */
const [name, folder, url] = process.argv.slice(2) as [string, string, string];
const profile = profiles.find((each) => each.name === name)!;
const session = await profile.adapter.open(profile.open({ folder, url, permission: 'allow' }));
const input = profile.adapter.adaptUserMessage({ parts: [{ type: 'text', text: 'Please do it.' }] });
for await (const _ of session.send(input, { signal: new AbortController().signal }));
