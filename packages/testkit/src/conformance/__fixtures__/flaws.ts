import { asObject } from '../http/exchange.ts';
import type { Frame } from '../streams/parse-stream.ts';
import type { SampleAnswer, SampleRequest } from './sample-answer.ts';
import type { Flaw } from './sample-server.ts';

type Data = Record<string, unknown>;

/** One mistake of a server, and exactly the checks that have to notice it. */
export type KnownFlaw = { name: string; flaw: () => Flaw; fails: string[] };

const bodyOf = ({ text }: SampleRequest): Data => {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return {};
  }
};

/** Changes the JSON of an endpoint where it answers with success. */
export const json = (route: string, change: (body: Data) => unknown): Flaw => ({
  answers: (answer, { method, path }) =>
    `${method} ${path}` === route && answer.status === 200 && answer.frames === undefined
      ? { ...answer, json: change(asObject(answer.json)) }
      : answer,
});

/** Gives one answer instead of all those that are meant. */
export const instead = (
  answer: Partial<SampleAnswer>,
  isMeant: (request: SampleRequest & { body: Data; given: SampleAnswer }) => boolean,
): Flaw => ({
  answers: (given, request) =>
    isMeant({ ...request, body: bodyOf(request), given }) ? { status: given.status, ...answer } : given,
});

/** Changes the frames of every stream. */
export const frames = (change: (frames: Frame[]) => Frame[]): Flaw => ({
  answers: (answer) => (answer.frames === undefined ? answer : { ...answer, frames: change(answer.frames) }),
});

/** Changes every frame of a name, or all. */
export const frame = (event: string | undefined, change: (frame: Frame) => Frame): Flaw =>
  frames((all) => all.map((each) => (event === undefined || each.event === event ? change(each) : each)));

/** Changes the messages that streams show. */
export const mail = (change: (envelope: Data, payload: Data) => Data): Flaw =>
  frame('new_message', (each) => {
    const envelope = asObject(asObject(each.data.extra_data).full_message);
    const full_message = change(envelope, asObject(envelope.message));
    return { ...each, data: { ...each.data, extra_data: { full_message } } };
  });

/** Changes the payloads of one type. */
export const payload = (type: string, change: (payload: Data) => Data): Flaw =>
  mail((envelope, content) => (envelope.msg_type === type ? { ...envelope, message: change(content) } : envelope));

export const without = (data: Data, ...keys: string[]): Data =>
  Object.fromEntries(Object.entries(data).filter(([key]) => !keys.includes(key)));

export const scenarioOf = (request: SampleRequest): string | undefined =>
  /scenario:(\w+)/.exec(String(bodyOf(request).body))?.[1];

/** Changes the frames of one scenario. */
export const inScenario = (name: string, change: (frames: Frame[]) => Frame[]): Flaw => ({
  answers: (answer, request) =>
    answer.frames !== undefined && scenarioOf(request) === name ? { ...answer, frames: change(answer.frames) } : answer,
});
