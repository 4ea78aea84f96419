export { type Recording } from '../recorded-request.ts';
export * from './sleep.ts';
export * from './answer.ts';
export { checkScript } from './check-turn.ts';
export * from './fault-details.ts';
export * from './fold-messages.ts';
export * from './play-answer.ts';
export * from './script-player.ts';
