import { z } from 'zod';

const text = z.string();
const texts = z.array(z.string());
const date = z
  .string()
  .regex(
    /^(?:[12]\d{3})(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?$/,
    'is not a date such as 2024, 2024-05 or 2024-05-31',
  );

const role = { url: text, startDate: date, endDate: date, summary: text, highlights: texts };

/** A list of entries all of whose fields are optional, as everything is in JSON Resume. */
function entries<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.array(z.looseObject(shape).partial()).optional();
}

/** JSON Resume 1.x. Fields that it does not name are kept. */
export const jsonResumeSchema = z.looseObject({
  basics: z
    .looseObject({
      name: text,
      label: text,
      image: text,
      email: text,
      phone: text,
      url: text,
      summary: text,
      location: z
        .looseObject({ address: text, postalCode: text, city: text, countryCode: text, region: text })
        .partial(),
      profiles: z.array(z.looseObject({ network: text, username: text, url: text }).partial()),
    })
    .partial()
    .optional(),
  work: entries({ name: text, location: text, description: text, position: text, ...role }),
  volunteer: entries({ organization: text, position: text, ...role }),
  education: entries({
    institution: text,
    url: text,
    area: text,
    studyType: text,
    startDate: date,
    endDate: date,
    score: text,
    courses: texts,
  }),
  awards: entries({ title: text, date, awarder: text, summary: text }),
  certificates: entries({ name: text, date, url: text, issuer: text }),
  publications: entries({ name: text, publisher: text, releaseDate: date, url: text, summary: text }),
  skills: entries({ name: text, level: text, keywords: texts }),
  languages: entries({ language: text, fluency: text }),
  interests: entries({ name: text, keywords: texts }),
  references: entries({ name: text, reference: text }),
  projects: entries({
    name: text,
    description: text,
    highlights: texts,
    keywords: texts,
    startDate: date,
    endDate: date,
    url: text,
    roles: texts,
    entity: text,
    type: text,
  }),
  meta: z.looseObject({ canonical: text, version: text, lastModified: text }).partial().optional(),
});

/** A resume as JSON Resume writes it. */
export type JsonResume = z.infer<typeof jsonResumeSchema>;
