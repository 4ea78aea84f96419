export { MailChatTransport, type MailChatTransportOptions } from './mail-chat-transport.ts';
