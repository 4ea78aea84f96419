/** Does for many at once what each of them asks for by itself: what comes while one journey is under way shares the next. */
export class Gathering<Asked, Answer> {
  readonly #answerAll: (asked: Asked[]) => Promise<Answer[]>;
  #waiting: { asked: Asked; resolve: (answer: Answer) => void; reject: (error: unknown) => void }[] = [];
  #underWay = false;

  /** `answerAll` gives the answers in the order of what is asked. */
  constructor(answerAll: (asked: Asked[]) => Promise<Answer[]>) {
    this.#answerAll = answerAll;
  }

  ask(asked: Asked): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ asked, resolve, reject });
      if (this.#underWay) return;
      this.#underWay = true;
      // Behind everything that is ready in this tick.
      setImmediate(() => void this.#go());
    });
  }

  async #go(): Promise<void> {
    while (this.#waiting.length > 0) {
      const group = this.#waiting.splice(0);
      try {
        const answers = await this.#answerAll(group.map(({ asked }) => asked));
        group.forEach(({ resolve }, index) => resolve(answers[index] as Answer));
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    this.#underWay = false;
  }
}
