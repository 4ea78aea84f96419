import type { ErrorEventFault, HttpFault } from '../fault.ts';

/** The message of a fault if the script gives none; it says where the error comes from. */
export function faultMessage(fault: HttpFault | ErrorEventFault): string {
  return fault.message ?? `The script asked for this error (status ${faultStatus(fault)}).`;
}

export function faultStatus(fault: HttpFault | ErrorEventFault): number {
  return fault.status ?? 500;
}

/** Seconds to announce in `retry-after`, if any. */
export function retryAfterOf(fault: HttpFault): number | undefined {
  return fault.retryAfter ?? (fault.status === 429 ? 1 : undefined);
}
