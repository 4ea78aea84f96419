export { MailChatTransport, type MailChatTransportOptions } from './mail-chat-transport.ts';
export { shownParts } from './shown-parts.ts';
