import { action } from '@posthouse/runtime';

const calculateExpression = action({
  name: 'calculate_expression',
  description: 'Calculates.',
  parameters: { type: 'object' },
  execute: () => '42',
});

const stamp = action({
  name: 'stamp',
  description: 'Stamps.',
  parameters: { type: 'object' },
  execute: () => 'stamped',
});

export const referenceLibrary = {
  actions: {
    'examples/math:calculateExpression': calculateExpression,
    'desk:stamp': stamp,
    'desk.actions:stamp': stamp,
  },
  prompts: { 'examples/math:systemPrompt': 'You calculate.' },
};
