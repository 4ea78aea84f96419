import type { Resume } from '../../api/resume.ts';

/** A resume, with whatever a test wants to be different about it. */
export function aResume(about: Partial<Resume> = {}): Resume {
  return {
    id: 3,
    name: 'Mine',
    isDefault: false,
    useCount: 0,
    source: 'paste',
    originalFilename: null,
    parseStatus: 'success',
    parseErrors: [],
    skills: ['TypeScript', 'SQL'],
    charCount: 1234,
    createdAt: '2026-01-22T10:00:00.000Z',
    updatedAt: '2026-01-22T10:00:00.000Z',
    content: '# Kim Sample',
    ...about,
  };
}
