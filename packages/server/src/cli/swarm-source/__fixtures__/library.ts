import { action } from '@posthouse/runtime';

const calculateExpression = action({
  name: 'calculate_expression',
  description: 'Calculates.',
  parameters: { type: 'object' },
  execute: () => '42',
});

export const referenceLibrary = {
  actions: { 'examples/math:calculateExpression': calculateExpression },
  prompts: { 'examples/math:systemPrompt': 'You calculate.' },
};
