import { describe, expect, it } from 'vitest';
import { encodeModels } from './encode-models.ts';

describe('encodeModels', () => {
  it('lists one model in the form of OpenAI', () => {
    expect(encodeModels({ anthropic: false })).toEqual({
      object: 'list',
      data: [{ id: 'scripted', object: 'model', created: 0, owned_by: 'posthouse' }],
    });
  });

  it('lists one model in the form of Anthropic', () => {
    expect(encodeModels({ anthropic: true })).toEqual({
      data: [{ type: 'model', id: 'scripted', display_name: 'Scripted model', created_at: '1970-01-01T00:00:00.000Z' }],
      has_more: false,
      first_id: 'scripted',
      last_id: 'scripted',
    });
  });
});
