// What a page needs of the protocol: errors, ids, JSON, and what a client reads and writes. Nothing here loads zod.
export { ERROR_STATUSES, type ErrorCode } from '../errors/error-statuses.ts';
export { PosthouseError, type PosthouseErrorOptions } from '../errors/posthouse-error.ts';
export { type AnswerMark, type HistoryMeaning, type HistoryTurn, readHistory } from '../history/read-history.ts';
export { toFingerprint } from '../history/to-fingerprint.ts';
export { newId } from '../id.ts';
export { type JSONValue, parseJSON } from '../json.ts';
export { addUsage } from '../log/add-usage.ts';
export type { CallResult } from '../log/call.ts';
export { ownValue } from '../own-value.ts';
export { type AnswerStep, type SaidAnswer, sayAnswer, startAnswer } from '../telling/one-answer.ts';
export { ReaderPlace } from '../telling/reader-place.ts';
export { RunReader, type TimedTelling } from '../telling/run-reader.ts';
export type { Telling, ToldCall, ToldMail, ToldQuestion, ToldText } from '../telling/telling.ts';
export type { WireTelling } from '../telling/telling-schema.ts';
export type { Parsed } from '../wire/read-wire.ts';
export type { WireReader, WireWriter } from './codecs.ts';
export { type EndFrame, isEnd, toFrame } from './to-frame.ts';
export * from './wire-types.ts';
