/** Where a session in use stands in this process. `Run` is the answer that is being written here. */
export type SessionLife<Run> = {
  /** How many commands were given and are not done yet. */
  readonly commands: number;
  readonly run?: Run | undefined;
  /** It begins nothing new. */
  readonly isRetired: boolean;
};

export type LifeEvent<Run> =
  | { type: 'command-given' }
  | { type: 'command-done' }
  | { type: 'run-begun'; run: Run }
  | { type: 'run-ended'; run: Run }
  /** It has had nothing to do for as long as the idle timer runs. */
  | { type: 'idled' }
  | { type: 'retired' };

export type LifeEffect =
  | 'start-idle-timer'
  | 'stop-idle-timer'
  /** Looks for what other processes want of the run. */
  | 'watch-run'
  | 'unwatch-run'
  /** Tells those who wait for an answer to look again. */
  | 'wake-readers'
  /** Answers the message that has waited longest. */
  | 'answer-next'
  /** Lets go of the agent, and can be forgotten. */
  | 'let-go';

export const newLife: SessionLife<never> = { commands: 0, isRetired: false };

/** Whether nobody needs the session now. */
function isIdle({ commands, run }: SessionLife<unknown>): boolean {
  return commands === 0 && run === undefined;
}

/** Whether an answer may begin that nobody is asking for at this moment. */
export function mayBegin({ isRetired, run }: SessionLife<unknown>): boolean {
  return !isRetired && run === undefined;
}

/** What an event makes of a session in use, and what is to be done about it, in this order. */
export function step<Run>(
  life: SessionLife<Run>,
  event: LifeEvent<Run>,
): { life: SessionLife<Run>; effects: LifeEffect[] } {
  switch (event.type) {
    case 'command-given':
      return { life: { ...life, commands: life.commands + 1 }, effects: ['stop-idle-timer'] };
    case 'command-done': {
      const next = { ...life, commands: life.commands - 1 };
      return { life: next, effects: isIdle(next) && !life.isRetired ? ['start-idle-timer'] : [] };
    }
    case 'run-begun':
      return { life: { ...life, run: event.run }, effects: ['watch-run', 'wake-readers'] };
    case 'run-ended': {
      const isLast = life.run === event.run;
      const effects: LifeEffect[] = ['wake-readers', 'answer-next'];
      return isLast ? { life: { ...life, run: undefined }, effects: ['unwatch-run', ...effects] } : { life, effects };
    }
    case 'idled':
      return { life, effects: isIdle(life) ? ['let-go'] : [] };
    case 'retired':
      return { life: { ...life, isRetired: true }, effects: ['stop-idle-timer', 'wake-readers'] };
  }
}
