import { scripted as scriptedOfRuntime } from '@posthouse/runtime/scripted';
import { describe, expect, it } from 'vitest';
import * as testkit from './index.ts';

describe('the package', () => {
  it('offers the server, the model in process, and what scripts are made of', () => {
    expect(Object.keys(testkit).toSorted()).toEqual([
      'UnexpectedRequestError',
      'call',
      'say',
      'scripted',
      'startScriptedLLM',
      'think',
    ]);
  });

  it('has the same model as the runtime', () => {
    expect(testkit.scripted).toBe(scriptedOfRuntime);
  });
});
