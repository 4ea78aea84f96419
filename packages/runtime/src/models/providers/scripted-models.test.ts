import { scripted } from '@posthouse/testkit';
import { describe, expect, it } from 'vitest';
import { registerScriptedModel, scriptedModel } from './scripted-models.ts';

describe('scripted models', () => {
  it('are known from their registration until it is disposed of', () => {
    const model = scripted([]);
    {
      using _ = registerScriptedModel('greeter', model);

      expect(scriptedModel('greeter', {})).toBe(model);
    }
    expect(() => scriptedModel('greeter', {})).toThrow('there is no scripted model "greeter": none is registered');
  });

  it('can be replaced, and a late disposal does not remove the replacement', () => {
    const old = registerScriptedModel('greeter', scripted([]));
    const model = scripted([]);
    using _ = registerScriptedModel('greeter', model);
    old[Symbol.dispose]();

    expect(scriptedModel('greeter', {})).toBe(model);
  });

  it('are looked up in the options first', () => {
    using _ = registerScriptedModel('greeter', scripted([]));
    const greeter = scripted([]);

    expect(scriptedModel('greeter', { scriptedModels: { greeter } })).toBe(greeter);
  });

  it('are listed when a name is not among them', () => {
    using _ = registerScriptedModel('greeter', scripted([]));
    const scriptedModels = { accountant: scripted([]) };

    expect(() => scriptedModel('greter', { scriptedModels })).toThrow(
      'there is no scripted model "greter": there is accountant, greeter; did you mean "greeter"?',
    );
    expect(() => scriptedModel('toString', { scriptedModels })).toThrow('there is no scripted model "toString"');
  });
});
