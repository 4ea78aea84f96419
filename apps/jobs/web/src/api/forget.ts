import type { Server } from '@posthouse/components';

/** Ends the token of this device at the app. */
export async function forgetDevice(server: Server): Promise<void> {
  await server.ask('/auth/device', { method: 'DELETE' });
}
