export { guardedFetch } from './guarded-fetch.ts';
export type { OutboundPolicy } from './outbound-policy.ts';
