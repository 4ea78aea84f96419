import type { SendOptions } from '@posthouse/chat';

/** A message of the user, as sessions take it. */
export type UserMessage = SendOptions['message'];
