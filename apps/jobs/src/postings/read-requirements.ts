import { readSections } from './read-sections.ts';

const MAX_REQUIREMENTS = 60;
const MAX_REQUIREMENT_LENGTH = 500;

/**
 * What a posting asks for, item by item, as it says it.
 *
 * @example
 * readRequirements('## Requirements\n- Five years of Java'); // ['Five years of Java']
 */
export function readRequirements(description: string): string[] {
  const required = readSections(description).filter((section) => section.kind === 'required');
  const lines = required.flatMap((section) => section.lines);
  const items = lines.filter((line) => line.item);
  const texts = (items.length > 0 ? items : lines).map((line) => line.text.slice(0, MAX_REQUIREMENT_LENGTH).trim());
  return [...new Set(texts.filter((text) => text !== ''))].slice(0, MAX_REQUIREMENTS);
}
