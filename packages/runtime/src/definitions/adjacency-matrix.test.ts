import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clerk, errorOf, postmaster, problemsOf, sampleOptions, scale } from './__fixtures__/sample-swarm.ts';
import { toAdjacencyMatrix, withAdjacencyMatrix } from './adjacency-matrix.ts';
import { defineSwarm } from './define-swarm.ts';

const definition = defineSwarm(
  sampleOptions({
    enableInterswarm: true,
    agents: [postmaster({ commTargets: ['clerk', 'clerk@annex', 'scale'] }), clerk(), scale()],
  }),
);
const names = ['postmaster', 'clerk', 'scale'];

describe('toAdjacencyMatrix', () => {
  test('says who may write to whom, without other swarms', () => {
    expect(toAdjacencyMatrix(definition)).toEqual({
      names,
      matrix: [
        [0, 1, 1],
        [1, 0, 0],
        [1, 1, 0],
      ],
    });
  });

  test('shows an agent that writes to itself', () => {
    const agents = [postmaster(), clerk({ commTargets: ['clerk', 'postmaster'] }), scale()];
    expect(toAdjacencyMatrix(defineSwarm(sampleOptions({ agents }))).matrix[1]).toEqual([1, 1, 0]);
  });
});

describe('withAdjacencyMatrix', () => {
  test('links agents as given, and leaves other swarms alone', () => {
    const changed = withAdjacencyMatrix(
      definition,
      [
        [0, 0, 1],
        [0, 0, 1],
        [1, 0, 0],
      ],
      names,
    );
    expect(changed.agents.map(({ commTargets }) => commTargets)).toEqual([
      ['scale', 'clerk@annex'],
      ['scale'],
      ['postmaster'],
    ]);
    expect(definition.agents[1]!.commTargets).toEqual(['postmaster']);
  });

  test('takes the names in any order', () => {
    const changed = withAdjacencyMatrix(
      definition,
      [
        [false, true, true],
        [true, false, false],
        [true, false, false],
      ],
      ['scale', 'clerk', 'postmaster'],
    );
    expect(toAdjacencyMatrix(changed).matrix).toEqual([
      [0, 0, 1],
      [0, 0, 1],
      [1, 1, 0],
    ]);
  });

  test('changes only the links between those it names', () => {
    const changed = withAdjacencyMatrix(
      definition,
      [
        [0, 1],
        [1, 0],
      ],
      ['clerk', 'scale'],
    );
    expect(toAdjacencyMatrix(changed).matrix).toEqual([
      [0, 1, 1],
      [1, 0, 1],
      [1, 1, 0],
    ]);
  });

  test.each([
    ['too few rows', [[0, 1, 1]], names],
    ['rows too short', [[0], [1], [1]], names],
    [
      'rows too long',
      [
        [0, 1, 1],
        [1, 0, 0],
        [1, 1, 0, 0],
      ],
      names,
    ],
    [
      'a name twice',
      [
        [0, 1],
        [1, 0],
      ],
      ['clerk', 'clerk'],
    ],
  ])('refuses %s', (_, matrix, order) => {
    const error = errorOf(() => withAdjacencyMatrix(definition, matrix, order));
    expect(error.code).toBe('invalid_input');
    expect(error.message).toContain('a row and a column for each');
  });

  test('refuses unknown names', () => {
    expect(errorOf(() => withAdjacencyMatrix(definition, [[0]], ['clark'])).message).toContain("Did you mean 'clerk'?");
  });

  test('refuses links that would make the swarm invalid', () => {
    const silent = [
      [0, 1, 1],
      [0, 0, 0],
      [1, 1, 0],
    ];
    expect(problemsOf(() => withAdjacencyMatrix(definition, silent, names)).map(({ path }) => path)).toEqual([
      'agents.1.commTargets',
    ]);
  });

  test('gives back exactly the matrix it was given', () => {
    const bit = fc.constantFrom<0 | 1>(0, 1);
    const matrix = fc.array(fc.array(bit, { minLength: 3, maxLength: 3 }), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(matrix, (wanted) => {
        fc.pre(wanted.slice(1).every((row) => row.includes(1)));
        const changed = withAdjacencyMatrix(definition, wanted, names);
        expect(toAdjacencyMatrix(changed)).toEqual({ names, matrix: wanted });
        expect(withAdjacencyMatrix(changed, toAdjacencyMatrix(changed).matrix, names)).toEqual(changed);
      }),
    );
  });
});
