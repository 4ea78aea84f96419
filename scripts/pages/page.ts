/** A page that is built into the program that serves it. */
export type Page = {
  /** The folder of its sources. */
  folder: string;
  /** What it is made of, beside what lies in its own folder. */
  parts: readonly string[];
  /** The file that is there once it is built. */
  built: string;
};

/** The pages, by the names that the build knows them by. */
export const PAGES = {
  studio: {
    folder: 'apps/studio',
    parts: ['apps/components/src/**/*.*', 'packages/{client,protocol}/src/**/*.ts'],
    built: 'packages/server/src/studio/dist/index.html',
  },
  jobs: {
    folder: 'apps/jobs/web',
    parts: ['apps/components/src/**/*.*'],
    built: 'apps/jobs/src/web/dist/index.html',
  },
  extension: {
    folder: 'apps/jobs/web/extension',
    parts: [
      'apps/jobs/web/extension/*.{css,html,ts,tsx}',
      'apps/jobs/web/{src/**/*.*,package.json}',
      'apps/components/src/**/*.*',
    ],
    built: 'apps/jobs/web/extension/dist/panel.html',
  },
} as const satisfies Readonly<Record<string, Page>>;

export type PageName = keyof typeof PAGES;

export function isPageName(name: string): name is PageName {
  return Object.hasOwn(PAGES, name);
}
