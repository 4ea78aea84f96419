import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { TestApp } from '../__fixtures__/test-app.ts';
import { listRoutes } from '../create-app.ts';

type Operation = {
  operationId: string;
  security: object[];
  parameters: { name: string; in: string }[];
  requestBody?: { required: boolean; content: Record<string, { schema: object }> };
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
};
type Description = {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
};

async function describeAPI(): Promise<Description> {
  await using app = new TestApp();
  return (await app.call('GET', '/openapi.json', { token: null })).body;
}

describe('the description of the API', () => {
  test('the description has every route once', async () => {
    const { paths, openapi } = await describeAPI();
    await using app = new TestApp();
    const operations = Object.values(paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    );
    expect(openapi).toMatch(/^3\.1/);
    expect(operations.toSorted()).toEqual(
      listRoutes(app.parts)
        .map(({ operation }) => operation)
        .toSorted(),
    );
    expect(Object.keys(paths)).toContain('/jobs/tailor/{jobId}/versions/{version}');
    expect(Object.keys(paths).join()).not.toMatch(/[:[\]]/);
  });

  test('refers only to existing schemas, and all of them compile', async () => {
    const description = await describeAPI();
    const { components, paths } = description;
    const references = [...JSON.stringify(description).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(
      ([, name]) => name!,
    );
    expect(references.length).toBeGreaterThan(20);
    for (const name of references) expect(components.schemas).toHaveProperty(name);
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'api', components });
    const contents = Object.values(paths)
      .flatMap((path) => Object.values(path))
      .flatMap(({ requestBody, responses }) => [
        requestBody?.content,
        ...Object.values(responses).map(({ content }) => content),
      ]);
    const schemas = contents
      .flatMap((content) => Object.values(content ?? {}))
      .map(({ schema }) => JSON.stringify(schema));
    for (const schema of new Set(schemas)) {
      const resolved = JSON.parse(schema.replaceAll('"#/components', '"api#/components'));
      expect(() => ajv.compile(resolved)).not.toThrow();
    }
  });

  test('says who may ask, what for, and what may go wrong', async () => {
    const { paths } = await describeAPI();
    const list = paths['/jobs']!['get']!;
    expect(list.security).toEqual([{ bearer: [] }, { header: [] }]);
    expect(list.parameters.map(({ name }) => name)).toEqual(expect.arrayContaining(['search', 'status', 'limit']));
    expect(paths['/jobs/sync']!['get']!.security).toContainEqual({ query: [] });
    expect(paths['/health']!['get']!.security).toEqual([]);
    expect(Object.keys(paths['/jobs']!['post']!.responses)).toEqual(
      expect.arrayContaining(['200', '201', '400', '401', '409', '413', '415']),
    );
    expect(paths['/jobs/{id}/analyze']!['post']!.requestBody!.required).toBe(false);
    expect(Object.keys(paths['/jobs/resumes']!['post']!.requestBody!.content)).toEqual([
      'application/json',
      'multipart/form-data',
    ]);
  });
});
