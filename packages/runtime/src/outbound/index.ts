export { guardedFetch } from './guarded-fetch.ts';
export { guardedFetchText } from './guarded-fetch-text.ts';
export type { OutboundPolicy } from './outbound-policy.ts';
