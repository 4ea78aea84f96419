import { scripted as scriptedOfRuntime } from '@posthouse/runtime/scripted';
import { describe, expect, it } from 'vitest';
import * as testkit from './index.ts';

describe('the testkit package', () => {
  it('exports the server, the in-process model, what scripts are made of, a certificate, a peer, and the conformance suite', () => {
    expect(Object.keys(testkit).toSorted()).toEqual([
      'CONFORMANCE_SWARM',
      'DIFFERENCES',
      'PlainPeer',
      'UnexpectedRequestError',
      'call',
      'conformanceScript',
      'conformanceSwarm',
      'readMail',
      'runConformance',
      'say',
      'scripted',
      'selfSignedCertificate',
      'startScriptedLLM',
      'think',
      'toActionsFile',
      'toMarkdown',
      'toSwarmsJSON',
      'toText',
    ]);
  });

  it('the testkit has the same model as the runtime', () => {
    expect(testkit.scripted).toBe(scriptedOfRuntime);
  });
});
