import type { MAILMessage } from './mail-message.ts';

/** 1 is served first. Within a tier, mail is served in the order of its arrival. */
export type PriorityTier = 1 | 2 | 3 | 4 | 5;

/** The tier of a message: the system, then people, then agents by urgency. */
export function priorityTier(message: MAILMessage): PriorityTier {
  switch (message.message.sender.addressType) {
    case 'system':
      return 1;
    case 'admin':
    case 'user':
      return 2;
    case 'agent':
      return agentTier(message.msgType);
  }
}

function agentTier(messageType: MAILMessage['msgType']): PriorityTier {
  switch (messageType) {
    case 'interrupt':
    case 'broadcast_complete':
      return 3;
    case 'broadcast':
      return 4;
    case 'request':
    case 'response':
      return 5;
  }
}
