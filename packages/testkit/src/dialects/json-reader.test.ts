import { isJSONObject } from '@posthouse/protocol';
import { describe, expect, it } from 'vitest';
import { BadRequest, isSystem, optionalString, readList, readObject, readString, readTexts } from './json-reader.ts';

describe('the JSON readers', () => {
  it('readers return values of the right type', () => {
    expect(readObject({ a: 1 }, 'x')).toEqual({ a: 1 });
    expect(readList([1], 'x')).toEqual([1]);
    expect(readString('a', 'x')).toBe('a');
  });

  it('an absent list is read as an empty one', () => {
    expect(readList(undefined, 'x')).toEqual([]);
    expect(readList(null, 'x')).toEqual([]);
  });

  it('readers name the place of a value of another type', () => {
    expect(() => readObject([], 'messages[2]')).toThrow(new BadRequest('messages[2] must be an object.'));
    expect(() => readObject(null, 'messages[2]')).toThrow(BadRequest);
    expect(() => readList({}, 'tools')).toThrow(new BadRequest('tools must be a list.'));
    expect(() => readString(3, 'model')).toThrow(new BadRequest('model must be a string.'));
  });

  it('optional strings of another type are left out', () => {
    expect(optionalString('a')).toBe('a');
    expect(optionalString(3)).toBeUndefined();
  });

  it('objects are told from lists and null', () => {
    expect([{}, [], null, 'a', undefined].map(isJSONObject)).toEqual([true, false, false, false, false]);
  });

  it('both names of the system are known', () => {
    expect(['system', 'developer', 'user', undefined].map((role) => isSystem({ role }))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('readTexts', () => {
  it('reads a string, a list of parts, or nothing', () => {
    expect(readTexts('Hello.', 'content')).toEqual(['Hello.']);
    expect(
      readTexts(
        [
          { type: 'text', text: 'One.' },
          { type: 'text', text: 'Two.' },
        ],
        'content',
      ),
    ).toEqual(['One.', 'Two.']);
    expect(readTexts(null, 'content')).toEqual([]);
    expect(readTexts(undefined, 'content')).toEqual([]);
  });

  it('leaves out parts without text', () => {
    expect(readTexts([{ type: 'image_url', image_url: {} }, { text: 'See?' }], 'content')).toEqual(['See?']);
  });

  it('names a part that is invalid', () => {
    expect(() => readTexts(['Hello.'], 'messages[0].content')).toThrow('messages[0].content[0] must be an object.');
    expect(() => readTexts(3, 'system')).toThrow('system must be a list.');
  });
});
