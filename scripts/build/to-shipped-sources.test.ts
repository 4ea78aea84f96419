import { describe, expect, it } from 'vitest';
import { toShippedSources } from './to-shipped-sources.ts';

describe('toShippedSources', () => {
  it('points at the copy beside the compiled files and says what to copy', () => {
    const text = JSON.stringify({ version: 3, sources: ['../src/index.ts'], mappings: 'AAAA' });
    const shipped = toShippedSources('index.js.map', text, '../src');
    expect(JSON.parse(shipped.map)).toEqual({ version: 3, sources: ['src/index.ts'], mappings: 'AAAA' });
    expect(shipped.files).toEqual(['index.ts']);
  });

  it('climbs out of subfolders', () => {
    const text = JSON.stringify({ version: 3, sources: ['../../../src/wire/json/codec.ts'], mappings: '' });
    const shipped = toShippedSources('wire/json/codec.d.ts.map', text, '../src');
    expect(JSON.parse(shipped.map)).toMatchObject({ sources: ['../../src/wire/json/codec.ts'] });
    expect(shipped.files).toEqual(['wire/json/codec.ts']);
  });
});
