import { expect, test } from 'vitest';
import { chinese, european, japanese, korean, latin } from '../../apps/jobs/src/pdf/__fixtures__/resumes.ts';
import { renderResume } from '../../apps/jobs/src/pdf/render-resume.ts';
import { comparePage, comparePictures, drawPage, emptyRight } from './__fixtures__/page-image.ts';

const resumes = { latin, european, chinese, japanese, korean };
const names = ['modern', 'classic', 'minimal'] as const;

test.each(names)('a resume in the template %s looks as it did', async (template) => {
  const { bytes } = await renderResume(latin, { template, pageSize: 'A4' });
  const picture = await drawPage(bytes);
  expect(await comparePage(`latin-${template}`, picture)).toBeLessThan(0.01);
  // Nothing is cut off: the margin on the right is empty.
  expect(await emptyRight(picture)).toBeGreaterThan(0.07);
});

test('the templates really differ', async () => {
  const pictures = await Promise.all(
    names.map(async (template) => drawPage((await renderResume(latin, { template, pageSize: 'A4' })).bytes)),
  );
  for (const [at, picture] of pictures.entries()) {
    for (const other of pictures.slice(at + 1)) expect(await comparePictures(picture, other)).toBeGreaterThan(0.03);
  }
});

test.each([
  ['european', 'classic'],
  ['chinese', 'modern'],
  ['japanese', 'classic'],
  ['korean', 'minimal'],
] as const)('a page in %s letters looks as it did in %s', async (name, template) => {
  const { bytes } = await renderResume(resumes[name], { template, pageSize: 'A4' });
  expect(await comparePage(`${name}-${template}`, await drawPage(bytes))).toBeLessThan(0.01);
});
