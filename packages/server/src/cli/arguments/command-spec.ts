/** What an option or an argument stands for, so that the prompt can complete it. */
export type Completion = 'agent' | 'task' | 'swarm' | 'command';

type OptionShape = {
  /** The short form without its dash. MAIL has some of more than one letter, such as `rf`. */
  short?: string;
  about: string;
  completes?: Completion;
  /** Is not listed in the help of the command, which names the page that does. */
  isRare?: true;
};

/** A flag is there or not (`--no-…` says no aloud); everything else takes a value. */
export type OptionSpec = OptionShape &
  (
    | { kind: 'flag' }
    | { kind: 'text'; value: string; choices?: readonly string[] }
    | { kind: 'texts'; value: string }
    | { kind: 'number'; value: string; integer?: true; least?: number; most?: number }
  );

/** Options by their long names, without dashes. */
export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

/** What a word without a dash means, by its place. */
export type ArgumentSpec = {
  name: string;
  about: string;
  optional?: true;
  /** Takes all the words that are left. */
  rest?: true;
  /** Must not be kept in a history file. */
  secret?: true;
  completes?: Completion;
};

/** A command as its help shows it and as its words are read. */
export type CommandSpec<Options extends OptionSpecs = OptionSpecs> = {
  name: string;
  /** What it does, in a sentence or two. */
  about: string;
  arguments: readonly ArgumentSpec[];
  options: Options;
  /** What the help says about options that it does not list. */
  rareOptions?: string;
  /** Command lines that work, without the name of the program. */
  examples: readonly string[];
};

type OptionValue<Spec extends OptionSpec> = Spec extends { kind: 'flag' }
  ? boolean
  : Spec extends { kind: 'texts' }
    ? string[]
    : Spec extends { kind: 'number' }
      ? number
      : string;

/** The options that were given, by their long names. What was not given is absent, so that it overrides nothing. */
export type OptionValues<Options extends OptionSpecs> = {
  -readonly [Name in keyof Options]?: OptionValue<Options[Name]>;
};
