/** What a reader has been told of a run. What a door does not tell is left out. */
export type Account = {
  status: string;
  answer: string;
  /** Who thought, or said beside the answer, what; sorted, because agents work at the same time. */
  thoughts?: string[];
  /** Who called what with what, and what came of it. */
  calls?: string[];
};

export function thoughtOf(agent: unknown, text: string): string {
  return `${String(agent)}: ${text}`;
}

export function callOf(agent: unknown, tool: string, input: unknown, result: unknown): string {
  return `${String(agent)} ${tool} ${JSON.stringify(input)} → ${JSON.stringify(result)}`;
}
