/** Thrown where an action was begun and nobody can say how it ended, as after the end of the process that ran it. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';
}
