import {
  chatRoutes,
  type ChatRoutesOptions,
  ChatSessions,
  Conversations,
  RunStreams,
  sessionRoutes,
} from '@posthouse/chat';
import type { Context, MiddlewareHandler } from 'hono';
import type { AppEnv } from '../edge/app-env.ts';
import type { AppParts } from '../app/app-parts.ts';
import { readJSON } from '../app/read-json.ts';
import { toInstance } from '../auth/caller.ts';

/** The chat, at the two places where clients look for it. */
export function addChatRoutes({ app, served, gate, streams, logger }: AppParts): void {
  const { store, engine } = served;
  const runs = new RunStreams({
    engine,
    store,
    onError: (error) => logger.error('a chat stream failed', { error }),
  });
  const { defaultAgent } = served;
  const options: ChatRoutesOptions = {
    sessions: new Conversations({
      swarms: new ChatSessions({
        host: { store, engine, instance: (owner, swarm) => served.instanceOf(owner, swarm) },
        streams: runs,
      }),
      agents: served.agents,
      defaultAgent,
      swarmNames: () => [...new Set([served.defaultSwarm, ...served.swarmNames()])],
    }),
    guard: gate.user as MiddlewareHandler,
    identify: (c: Context<AppEnv>) => {
      const { role, id } = toInstance(c.get('caller'), '');
      return { role, id };
    },
    readJSON,
    onDeleted: (c: Context<AppEnv>) =>
      logger.info('a chat session was deleted', { caller: c.get('caller').id, requestId: c.get('requestId') }),
    abortOnDisconnect: served.abortOnDisconnect,
    connect: (c: Context<AppEnv>, onEnd) => {
      const connection = streams.connect({ outgoing: c.env?.outgoing, onEnd });
      if (c.env !== undefined) c.env.stream = connection.body;
      return connection;
    },
  };
  for (const path of ['/chat', '/api/chat']) app.route(path, chatRoutes(options));
  app.route('/api/sessions', sessionRoutes(options));
  app.get('/api/agents', options.guard, async (c) => c.json(await options.sessions.partners()));
}
