import { isJSONObject, newId } from '@posthouse/protocol';
import { expectThat, judgeAnswer } from '../findings/expect-that.ts';
import { NotApplicable, type Seen } from '../findings/verdict.ts';
import { asObject, type Exchange, jsonOf, objectOf } from '../http/exchange.ts';
import type { Lab } from '../lab/lab.ts';
import { type Check, inSection } from './check.ts';

const DEBUG_PATHS = ['/ui/tasks', '/ui/dump-events'];

/** Checks of the endpoints that MAIL has for its user interface and for debugging. */
export const uiChecks: Check[] = inSection('Answers', 'SHOULD', [
  {
    id: 'B26',
    says: 'POST /responses without input, or with input that is no list, is refused.',
    run: async (lab): Promise<Seen> => {
      const missing = await lab.post('/responses', { tools: [] });
      if (isDebugOff(missing)) throw new NotApplicable('the server runs without debug endpoints');
      return [
        ...judgeAnswer(missing, { status: 400, detail: "parameter 'input' is required" }),
        ...judgeAnswer(await lab.post('/responses', { input: 'Hello.', tools: [] }), {
          status: 400,
          detail: /^parameter 'input' must be a list, got /,
        }),
      ];
    },
  },
  {
    id: 'B27',
    says: 'Debug endpoints answer, or are 404 while debugging is off.',
    run: async (lab): Promise<Seen> => {
      const seen = new Set<Seen[number]>();
      for (const path of DEBUG_PATHS) {
        const exchange = await lab.get(path);
        if (isDebugOff(exchange)) {
          for (const each of judgeAnswer(exchange, { status: 404, detail: 'Not found' })) seen.add(each);
          continue;
        }
        expectThat(exchange, exchange.answer.status === 200, { expected: `200 or 404 for ${path}` });
        if (await needsToken(lab, path)) seen.add('ui-behind-auth');
      }
      return [...seen];
    },
  },
  {
    id: 'B28',
    says: 'GET /ui/task/… of an unknown task is 404.',
    run: async (lab): Promise<Seen> => {
      const id = newId();
      const exchange = await lab.get(`/ui/task/${id}`);
      if (objectOf(exchange).detail === 'Not found') throw new NotApplicable('the server runs without debug endpoints');
      return judgeAnswer(exchange, { status: 404, detail: `Task '${id}' not found` });
    },
  },
  {
    id: 'B31',
    says: 'GET /ui/agents lists the agents and names the entrypoint.',
    run: async (lab): Promise<Seen> => {
      const exchange = await lab.get(lab.inSwarm('/ui/agents'));
      const { agents, entrypoint } = objectOf(exchange);
      const list = Array.isArray(agents) ? agents.map(asObject) : [];
      const flags = ['enable_entrypoint', 'can_complete_tasks', 'enable_interswarm'];
      const complete = list.every(
        (agent) => Array.isArray(agent.comm_targets) && flags.every((flag) => typeof agent[flag] === 'boolean'),
      );
      const holds = complete && list.some(({ name }) => name === entrypoint);
      const expected = `agents with name, comm_targets, ${flags.join(', ')}, and the entrypoint among them`;
      expectThat(exchange, exchange.answer.status === 200 && holds, { expected });
      return (await needsToken(lab, '/ui/agents')) ? ['ui-behind-auth'] : [];
    },
  },
  {
    id: 'B32',
    says: 'POST /responses answers with a response of the swarm.',
    needs: ['scenarios'],
    run: async (lab): Promise<Seen> => {
      const input = [{ role: 'user', content: 'scenario:simple' }];
      const exchange = await lab.post('/responses', { input, tools: [] });
      if (isDebugOff(exchange)) throw new NotApplicable('the server runs without debug endpoints');
      const body = jsonOf(exchange);
      const response = asObject(typeof body === 'string' ? JSON.parse(body) : body);
      const holds = exchange.answer.status === 200 && JSON.stringify(response.output ?? '').includes('done-simple');
      expectThat(exchange, holds, { expected: '200 with a response whose output says done-simple' });
      return isJSONObject(body) ? ['responses-as-object'] : [];
    },
  },
]);

function isDebugOff({ answer }: Exchange): boolean {
  return answer.status === 404;
}

async function needsToken(lab: Lab, path: string): Promise<boolean> {
  const { answer } = await lab.get(path, 'nobody');
  return answer.status === 401;
}
