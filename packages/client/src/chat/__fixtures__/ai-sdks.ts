/** Every version of the AI SDK that the transport has to serve. */
export * as newest from 'ai';
export * as newest6 from 'ai-6';
export * as oldest6 from 'ai-6-oldest';
