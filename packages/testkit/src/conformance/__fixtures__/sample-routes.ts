import { toTimestamp } from '@posthouse/protocol';
import { failed, ok, type SampleAnswer, type SampleRequest } from './sample-answer.ts';
import { type Caller, CALLERS, type SampleState } from './sample-state.ts';
import { answerInterswarm } from './sample-interswarm.ts';
import { answerMessage } from './sample-messages.ts';
import { answerSwarms } from './sample-swarms.ts';

const OPEN = new Set(['GET /', 'GET /health', 'GET /swarms', 'GET /ui/agents', 'GET /ui/tasks', 'GET /ui/dump-events']);
const ADMIN = new Set(['POST /health', 'POST /swarms', 'GET /swarms/dump', 'POST /swarms/load']);
const AGENT = new Set(['POST /interswarm/forward', 'POST /interswarm/back']);
const USER = new Set([
  'GET /whoami',
  'GET /status',
  'GET /tasks',
  'GET /task',
  'POST /message',
  'POST /interswarm/message',
  'POST /responses',
]);

/** Answers as MAIL's own server does, but keeps to the rules of its own document. */
export function answer(request: SampleRequest, state: SampleState): SampleAnswer {
  const route = `${request.method} ${request.path}`;
  if (request.method === 'GET' && request.path.startsWith('/ui/task/')) {
    return failed(404, `Task '${request.path.slice('/ui/task/'.length)}' not found`);
  }
  if (OPEN.has(route)) return answerOpen(route, state);
  const roles = ADMIN.has(route)
    ? ['admin']
    : AGENT.has(route)
      ? ['agent']
      : USER.has(route)
        ? ['user', 'admin']
        : undefined;
  if (roles === undefined) {
    const known = [...OPEN, ...ADMIN, ...AGENT, ...USER].some((each) => each.endsWith(` ${request.path}`));
    return known ? failed(405, 'Method Not Allowed') : failed(404, 'Not Found');
  }
  const caller = authenticate(request.authorization, roles);
  return 'status' in caller ? caller : answerKnown(route, request, caller, state);
}

function authenticate(header: string | undefined, roles: readonly string[]): Caller | SampleAnswer {
  if (header === undefined) return failed(401, 'no API key provided');
  const token = /^Bearer (.+)$/.exec(header)?.[1];
  if (token === undefined) return failed(401, roles.length > 1 ? 'invalid role' : 'invalid API key format');
  const caller = CALLERS[token];
  if (caller === undefined) return failed(401, 'invalid API key');
  return roles.includes(caller.role) ? caller : failed(401, 'invalid role');
}

function answerOpen(route: string, state: SampleState): SampleAnswer {
  switch (route) {
    case 'GET /':
      return ok({ name: 'mail', protocol_version: '1.3', swarm: state.about, status: 'running', uptime: 1.5 });
    case 'GET /health':
      return ok(healthOf(state));
    case 'GET /swarms':
      return ok({ swarms: state.entries.filter((each) => each.public).map(({ entry }) => entry) });
    case 'GET /ui/agents':
      return ok(state.agents());
    case 'GET /ui/tasks':
      return ok([]);
    default:
      return ok({ message: 'Dumped 0 events', event_count: 0, events: [] });
  }
}

function healthOf({ health, swarm }: SampleState): unknown {
  return { status: health, swarm_name: swarm, timestamp: toTimestamp(new Date()) };
}

function answerKnown(route: string, request: SampleRequest, caller: Caller, state: SampleState): SampleAnswer {
  const body = parse(request.text);
  switch (route) {
    case 'GET /whoami':
      return ok({ id: caller.id, role: caller.role });
    case 'GET /status': {
      const swarm = { name: state.loaded ?? state.swarm, status: 'ready' };
      return ok({ swarm, active_users: 1, user_mail_ready: true, user_task_running: true });
    }
    case 'GET /tasks': {
      const own = [...state.tasks.keys()].filter((id) => state.find(id, caller) !== undefined);
      return ok(Object.fromEntries(own.map((id) => [id, state.record(id)])));
    }
    case 'GET /task':
      return answerTask(body, caller, state);
    case 'POST /health':
      if (body === undefined) return failed(400, 'error parsing request');
      if (!body.status) return failed(400, 'status is required');
      state.health = String(body.status);
      return ok(healthOf(state));
    case 'POST /message':
      return answerMessage(body, caller, state);
    case 'POST /responses': {
      if (body?.input === undefined) return failed(400, "parameter 'input' is required");
      if (!Array.isArray(body.input)) return failed(400, "parameter 'input' must be a list, got str");
      return ok(JSON.stringify({ id: 'r-1', output: [{ content: 'done-simple' }] }));
    }
    default:
      return route.includes('interswarm')
        ? answerInterswarm(request.path, body ?? {}, caller, state)
        : answerSwarms(route, body ?? {}, state);
  }
}

function answerTask(body: Record<string, unknown> | undefined, caller: Caller, state: SampleState): SampleAnswer {
  const id = body?.task_id;
  if (id === undefined) return failed(400, 'task_id is required');
  if (typeof id !== 'string') return failed(400, 'task_id must be a string');
  return state.find(id, caller) === undefined ? failed(404, `task '${id}' not found`) : ok(state.record(id));
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
