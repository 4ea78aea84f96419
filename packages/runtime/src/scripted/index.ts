export * from './builders.ts';
export * from './expectation.ts';
export * from './fault.ts';
export * from './model/scripted.ts';
export * from './read-mail.ts';
export type { Closing, RecordedRequest } from './recorded-request.ts';
export * from './scripted-request.ts';
export * from './turn.ts';
export { UnexpectedRequestError } from './unexpected-request.ts';
