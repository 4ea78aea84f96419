/** The number in an address, if it is one that something may be called by. */
export function toId(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

/** The resume that an address means: the one that it names, or the default one. Undefined when that is not there. */
export function chooseResume<Each extends { id: number; isDefault: boolean }>(
  resumes: readonly Each[],
  named: string | undefined,
): Each | undefined {
  if (named === undefined) return resumes.find(({ isDefault }) => isDefault) ?? resumes[0];
  const id = toId(named);
  return resumes.find((resume) => resume.id === id);
}
