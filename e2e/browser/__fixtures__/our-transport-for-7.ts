export { lastAssistantMessageIsCompleteWithToolCalls } from 'ai';
export { MailChatTransport as DefaultChatTransport } from '@posthouse/client/chat';
