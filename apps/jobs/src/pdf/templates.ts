/** The looks that a resume can have. */
export type TemplateName = 'modern' | 'classic' | 'minimal';

/** Sizes, colours and places. Lengths are in points. */
export interface Template {
  margin: { top: number; side: number; bottom: number };
  /** Where the name and the contact stand. */
  header: 'band' | 'centre' | 'left';
  /** Set if headings of sections stand in a column of their own, which is this wide. */
  headingColumn?: number;
  nameSize: number;
  headingSize: number;
  bodySize: number;
  /** The height of a line, as a multiple of its size. */
  leading: number;
  /** What is drawn at a section's heading. */
  headingMark: 'bar' | 'rule' | 'none';
  colours: { name: string; contact: string; heading: string; text: string; quiet: string; accent: string };
}

/** Colour for the screen, tradition for the bank, and as little as possible for everybody else. */
export const templates: Readonly<Record<TemplateName, Template>> = {
  modern: {
    margin: { top: 48, side: 52, bottom: 48 },
    header: 'band',
    nameSize: 24,
    headingSize: 13,
    bodySize: 10,
    leading: 1.45,
    headingMark: 'bar',
    colours: {
      name: '#ffffff',
      contact: '#dbe7f3',
      heading: '#1f4e79',
      text: '#222222',
      quiet: '#5b6770',
      accent: '#1f4e79',
    },
  },
  classic: {
    margin: { top: 56, side: 64, bottom: 56 },
    header: 'centre',
    nameSize: 21,
    headingSize: 12,
    bodySize: 10.5,
    leading: 1.4,
    headingMark: 'rule',
    colours: {
      name: '#000000',
      contact: '#333333',
      heading: '#000000',
      text: '#111111',
      quiet: '#444444',
      accent: '#000000',
    },
  },
  minimal: {
    margin: { top: 60, side: 60, bottom: 60 },
    header: 'left',
    headingColumn: 104,
    nameSize: 17,
    headingSize: 9.5,
    bodySize: 9.5,
    leading: 1.5,
    headingMark: 'none',
    colours: {
      name: '#111111',
      contact: '#777777',
      heading: '#8a8a8a',
      text: '#2b2b2b',
      quiet: '#777777',
      accent: '#8a8a8a',
    },
  },
};
