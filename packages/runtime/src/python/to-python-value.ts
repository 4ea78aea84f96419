import type { JSONValue } from '@posthouse/protocol';
import { action, type ActionContext, type ActionOutput } from '../definitions/action.ts';
import type { PythonBridge, PythonTarget } from './python-bridge.ts';

/** Something in Python that nothing here can stand for. */
export class OpaqueValue {
  readonly sentence: string;

  constructor(sentence: string) {
    this.sentence = sentence;
  }
}

/** A Python name as the value that stands for it here: an action, a function that runs there, or plain JSON. */
export function toPythonValue(python: PythonBridge, name: string, target: PythonTarget): unknown {
  const call = (input: JSONValue, context: ActionContext): Promise<ActionOutput> => python.call(name, input, context);
  switch (target.kind) {
    case 'action':
      return action<JSONValue>({ ...target, execute: call });
    case 'callable':
      return call;
    case 'value':
      return target.value;
    case 'opaque':
      return new OpaqueValue(`'python::${name}' is a Python ${target.type}, which only Python code can use`);
  }
}
