import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { agent, swarm } from '@posthouse/runtime';
import { scripted } from '@posthouse/runtime/scripted';
import { expect, test } from 'vitest';
import { callTown, startTown } from './__fixtures__/federated.ts';
import type { Loose } from './__fixtures__/loose.ts';
import { type PlainRequest, PlainPeer } from '@posthouse/testkit';
import { calls, complete } from './__fixtures__/scenarios.ts';
import { until } from './__fixtures__/until.ts';

const ADDRESSES = {
  task_id: '<id>',
  request_id: '<id>',
  sender: { address_type: 'agent', address: 'supervisor@swarm-alpha' },
};
const WRAPPER = {
  message_id: '<id>',
  source_swarm: 'swarm-alpha',
  target_swarm: 'fake',
  timestamp: '<time>',
  auth_token: 'fake-token',
  task_owner: 'user:u-1@swarm-alpha',
  metadata: {},
};
const HEADERS = {
  'content-type': 'application/json',
  'user-agent': 'MAIL-Interswarm-Router/swarm-alpha',
  authorization: 'Bearer fake-token',
  accept: '*/*',
};

/** What MAIL's own server sends in this play, as we have written it down. */
const samples: Loose[] = [
  {
    method: 'POST',
    path: '/interswarm/forward',
    headers: HEADERS,
    body: {
      message: {
        ...WRAPPER,
        msg_type: 'request',
        task_contributors: ['user:u-1@swarm-alpha'],
        payload: {
          ...ADDRESSES,
          recipient: { address_type: 'agent', address: 'boss@fake' },
          subject: 'Need help',
          body: 'hey',
          routing_info: { remote_swarm: 'fake' },
        },
      },
    },
  },
  {
    method: 'POST',
    path: '/interswarm/back',
    headers: HEADERS,
    body: {
      message: {
        ...WRAPPER,
        msg_type: 'response',
        task_contributors: ['user:u-1@swarm-alpha', 'swarm:swarm-alpha@fake'],
        payload: {
          ...ADDRESSES,
          recipient: { address_type: 'agent', address: '<agent>@fake' },
          subject: '::task_complete::',
          body: 'got fake',
          sender_swarm: 'swarm-alpha',
          recipient_swarm: 'fake',
          routing_info: { origin_swarm: 'swarm-alpha', remote_swarm: 'fake' },
        },
      },
    },
  },
];

/** The same requests as a recording has them. */
function recordings(): PlainRequest[] {
  const folder = join(process.env.MAIL_REFERENCE_DATA ?? '/nonexistent', 'wire');
  return ['interswarm_forward_request', 'interswarm_back_task_complete_request']
    .map((name) => join(folder, `${name}.json`))
    .filter((path) => existsSync(path))
    .map((path) => JSON.parse(readFileSync(path, 'utf8')) as PlainRequest);
}

const CONNECTION = ['host', 'content-length', 'connection', 'accept-encoding'];

/**
 * A request without ids, times and nulls, and without what belongs to the connection. Whom the word of completion goes to is
 * left out as well: MAIL's own server sends it to the name of its own entrypoint, we to the agent that took part (Q8).
 */
function normalised({ method, path, headers, body }: PlainRequest): unknown {
  const kept = Object.entries(headers)
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => !CONNECTION.includes(name));
  const isEnd = path.endsWith('/back');
  const text = JSON.stringify(body, (name, value: unknown) => {
    if (value === null) return undefined;
    if (name.endsWith('_id')) return '<id>';
    return name === 'timestamp' ? '<time>' : value;
  });
  const message = JSON.parse(isEnd ? text.replace(/"(?:boss|supervisor)@fake"/, '"<agent>@fake"') : text) as unknown;
  return { method, path, headers: Object.fromEntries(kept), body: message };
}

test('mail to a reference server is what MAIL’s own server sends', async () => {
  const alpha = swarm({
    name: 'swarm-alpha',
    version: '1.0.0',
    entrypoint: 'supervisor',
    enableInterswarm: true,
    agents: [
      agent({
        name: 'supervisor',
        model: scripted([
          calls(['send_request', { target: 'boss@fake', subject: 'Need help', body: 'hey' }]),
          complete('got fake'),
        ]),
        commTargets: ['boss@fake'],
        enableEntrypoint: true,
        enableInterswarm: true,
        canCompleteTasks: true,
      }),
    ],
  }).definition;
  const town = await startTown(alpha);
  await using peer = await PlainPeer.start({
    name: 'fake',
    entrypoint: 'boss',
    token: 'fake-token',
    onLetter: (letter, self) => self.complete(letter, 'done').then(() => undefined),
  });
  try {
    peer.other = { url: town.url, swarm: 'swarm-alpha', token: 'agent:fake' };
    const registration = { name: 'fake', base_url: peer.url, auth_token: 'fake-token' };
    await callTown(town, '/swarms', { as: 'admin:root', body: registration });
    await callTown(town, '/message', { as: 'user:u-1', body: { body: 'SCRIPT' } });
    await until(() => peer.letters('back').length === 1);
  } finally {
    await town.stop({ drainMs: 0 });
  }
  const sent = peer.requests.filter(({ path }) => path.startsWith('/interswarm/')).map(normalised);
  expect(sent).toEqual(samples);
  const recorded = recordings();
  expect(recorded.length === 0 ? [] : sent).toEqual(recorded.map(normalised));
  expect(recorded).toHaveLength(process.env.MAIL_REFERENCE_DATA === undefined ? 0 : 2);
});
