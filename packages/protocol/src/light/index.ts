// What a page needs of the protocol: errors, ids, JSON, and what a client reads and writes. Nothing here loads zod.
export { ERROR_STATUSES, type ErrorCode } from '../errors/error-statuses.ts';
export { PosthouseError, type PosthouseErrorOptions } from '../errors/posthouse-error.ts';
export { newId } from '../id.ts';
export { parseJSON } from '../json.ts';
export { OneAnswer } from '../telling/one-answer.ts';
export { tellRun } from '../telling/tell-run.ts';
export { TellingReader } from '../telling/telling-reader.ts';
export { startTelling } from '../telling/told-run.ts';
export type { Parsed } from '../wire/read-wire.ts';
export type { WireReader, WireWriter } from './codecs.ts';
export * from './wire-types.ts';
