/** The categories of skills. */
export type SkillCategory =
  | 'languages'
  | 'frontend'
  | 'backend'
  | 'mobile'
  | 'data'
  | 'ai'
  | 'databases'
  | 'cloud'
  | 'devops'
  | 'testing'
  | 'security'
  | 'practices'
  | 'tools'
  | 'design'
  | 'business';

/** A skill that a text asks for. */
export interface FoundSkill {
  name: string;
  category: SkillCategory;
  /** False for what is only nice to have. */
  required: boolean;
}

/**
 * How an alias is recognised.
 *
 * - `word`: in any case, between boundaries.
 * - `exact`: in exactly this case, because in another it is an ordinary word or a name ("REST" and "rest").
 * - `context`: in exactly this case, and only beside something technical, because it is an ordinary word even so
 *   ("Go the extra mile").
 */
export type MatchMode = 'word' | 'exact' | 'context';

/** One spelling of a skill. */
export interface SkillAlias {
  text: string;
  mode: MatchMode;
}

/** A skill with everything that it is called. */
export interface Skill {
  name: string;
  category: SkillCategory;
  aliases: readonly SkillAlias[];
}

/**
 * The skills of each category, one per line: the name, and after a bar its other spellings. A spelling is a `word`;
 * `=REST` is `exact`, `~Go` needs `context`. The mark stands before the name as well, since a name is a spelling.
 */
export type SkillsByCategory = Readonly<Partial<Record<SkillCategory, string>>>;
