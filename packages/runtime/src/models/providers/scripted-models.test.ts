import { scripted } from '@posthouse/testkit';
import { describe, expect, it } from 'vitest';
import { registerScriptedModel, scriptedModel } from './scripted-models.ts';

describe('scripted models', () => {
  it('a scripted model is known from its registration until it is disposed of', () => {
    const model = scripted([]);
    {
      using _ = registerScriptedModel('greeter', model);

      expect(scriptedModel('greeter', {})).toBe(model);
    }
    expect(() => scriptedModel('greeter', {})).toThrow('there is no scripted model "greeter": none is registered');
  });

  it('a scripted model can be replaced, and a late disposal does not remove the replacement', () => {
    const old = registerScriptedModel('greeter', scripted([]));
    const model = scripted([]);
    using _ = registerScriptedModel('greeter', model);
    old[Symbol.dispose]();

    expect(scriptedModel('greeter', {})).toBe(model);
  });

  it('scripted models in the options come first', () => {
    using _ = registerScriptedModel('greeter', scripted([]));
    const greeter = scripted([]);

    expect(scriptedModel('greeter', { scriptedModels: { greeter } })).toBe(greeter);
  });

  it('an unknown name is refused with a list of the scripted models', () => {
    using _ = registerScriptedModel('greeter', scripted([]));
    const scriptedModels = { accountant: scripted([]) };

    expect(() => scriptedModel('greter', { scriptedModels })).toThrow(
      'there is no scripted model "greter": there is accountant, greeter; did you mean "greeter"?',
    );
    expect(() => scriptedModel('toString', { scriptedModels })).toThrow('there is no scripted model "toString"');
  });
});
