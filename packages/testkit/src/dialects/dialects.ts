import { anthropicMessages } from './anthropic-messages/anthropic-messages.ts';
import type { Dialect } from './dialect.ts';
import { openaiChat } from './openai-chat/openai-chat.ts';
import { openaiResponses } from './openai-responses/openai-responses.ts';

/** Every wire format that the server speaks. */
export const dialects: readonly Dialect[] = [openaiChat, openaiResponses, anthropicMessages];
