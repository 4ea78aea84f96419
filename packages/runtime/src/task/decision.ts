import type { Write } from '@posthouse/store';

/** What a decision changes; who applies it adds which task it is about and what it expects to find. */
export type Decision = Omit<Write, 'task' | 'expect' | 'once' | 'claim'>;

/** A decision that is made once, however often its key comes. */
export type KeyedDecision = Decision & Pick<Write, 'once'>;
