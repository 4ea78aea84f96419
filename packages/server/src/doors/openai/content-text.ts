import {
  invalidInput,
  isJSONObject,
  isTextType,
  type JSONObject,
  linkFile,
  type PosthouseError,
  problem,
  quoteFile,
} from '@posthouse/protocol';

/** Where in a request something stands. */
export type Path = readonly (string | number)[];

/**
 * Content of a message as text, because mail has only text: links stay links, files of text are quoted, and anything else
 * becomes a link that contains it.
 */
export function toContentText(content: unknown, path: Path): string {
  if (content === undefined || content === null) return '';
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) throw wrong(path, 'a text or a list of parts', content);
  return content
    .map((part, index) => toPartText(part, [...path, index]))
    .filter((text) => text !== '')
    .join('\n\n');
}

function toPartText(part: unknown, path: Path): string {
  const fields = toFields(part, path);
  switch (fields.type) {
    case 'text':
    case 'input_text':
    case 'output_text':
    case 'summary_text':
      return readText(fields.text, [...path, 'text']);
    case 'refusal':
      return readText(fields.refusal, [...path, 'refusal']);
    case 'input_image':
      return toLink('image', fields.image_url ?? fields.file_id, fields.image_url === undefined, path);
    case 'image_url':
      return toLink('image', toFields(fields.image_url, [...path, 'image_url']).url, false, path);
    case 'input_audio': {
      const { data, format = 'wav' } = toFields(fields.input_audio, [...path, 'input_audio']);
      return `[audio](data:audio/${readText(format, [...path, 'input_audio', 'format'])};base64,${readText(data, [...path, 'input_audio', 'data'])})`;
    }
    case 'input_file':
      return toFileText(fields, path);
    case 'file':
      return toFileText(toFields(fields.file, [...path, 'file']), path);
    default:
      throw wrong([...path, 'type'], 'text, an image, a file or audio', fields.type);
  }
}

function toFileText({ filename, file_data: data, file_url: url }: JSONObject, path: Path): string {
  const name = typeof filename === 'string' ? filename : 'file';
  if (typeof url === 'string') return linkFile(name, url);
  if (typeof data !== 'string')
    throw wrong(path, 'a file with file_data or file_url; this server keeps no files', data);
  const [, type = '', base64] = /^data:([^;,]*)[^,]*;base64,([\s\S]*)$/.exec(data) ?? [];
  if (base64 === undefined || !isTextType(type)) return linkFile(name, data);
  return quoteFile(name, type, Buffer.from(base64, 'base64').toString('utf8'));
}

function toLink(name: string, url: unknown, isFile: boolean, path: Path): string {
  if (isFile || typeof url !== 'string') throw wrong(path, 'an image with a URL; this server keeps no files', url);
  return `[${name}](${url})`;
}

export function toFields(value: unknown, path: Path): JSONObject {
  if (isJSONObject(value)) return value as JSONObject;
  throw wrong(path, 'an object', value);
}

export function readText(value: unknown, path: Path): string {
  if (typeof value === 'string') return value;
  throw wrong(path, 'a string', value);
}

/** A value of a request that cannot be used, and where it stands. */
export function wrong(path: Path, expected: string, value: unknown): PosthouseError {
  const found = problem(path, expected, value);
  return invalidInput(`${found.path}: expected ${expected}, got ${found.received}`, { details: [found] });
}
