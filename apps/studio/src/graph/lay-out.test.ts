import { expect, test } from 'vitest';
import { layOut } from './lay-out.ts';
import type { Graph } from './to-graph.ts';

const node = (id: string, swarm?: string) => ({ id, name: id, swarm, marks: [] });
const edge = (from: string, to: string) => ({ id: `${from}-${to}`, from, to, both: false, known: true });

test('no two nodes overlap, and recipients stand below senders', async () => {
  const graph: Graph = {
    nodes: [node('desk'), node('math'), node('weather'), node('a@annex', 'annex'), node('b@annex', 'annex')],
    edges: [edge('desk', 'math'), edge('desk', 'weather'), edge('desk', 'a@annex'), edge('a@annex', 'b@annex')],
  };
  const { nodes, swarms } = await layOut(graph);
  expect(Object.keys(nodes).toSorted()).toEqual(['a@annex', 'b@annex', 'desk', 'math', 'weather']);
  expect(nodes.math!.y).toBeGreaterThan(nodes.desk!.y);
  const own = [nodes.desk!, nodes.math!, nodes.weather!, swarms.annex!];
  for (const [index, one] of own.entries()) {
    for (const other of own.slice(index + 1)) {
      const apart =
        one.x + one.width <= other.x ||
        other.x + other.width <= one.x ||
        one.y + one.height <= other.y ||
        other.y + other.height <= one.y;
      expect(apart).toBe(true);
    }
  }
  // Every way begins at the edge of the one and ends at the edge of the other.
  const way = [...(await layOut(graph)).ways['desk-math']!];
  expect(way[0]!.y).toBeCloseTo(nodes.desk!.y + nodes.desk!.height);
  expect(way.at(-1)!.y).toBeCloseTo(nodes.math!.y);
  // Places within a swarm count from its corner.
  for (const name of ['a@annex', 'b@annex']) {
    expect(nodes[name]!.y + nodes[name]!.height).toBeLessThanOrEqual(swarms.annex!.height);
  }
});

test('a row that is too wide is stacked', async () => {
  const players = Array.from({ length: 8 }, (_, index) => `player ${index}`);
  const graph: Graph = {
    nodes: [node('host'), ...players.map((name) => node(name))],
    edges: players.map((name) => edge('host', name)),
  };
  const { nodes } = await layOut(graph);
  const right = Math.max(...Object.values(nodes).map(({ x, width }) => x + width));
  const bottom = Math.max(...Object.values(nodes).map(({ y, height }) => y + height));
  expect(right).toBeLessThan(bottom);
  for (const name of players) expect(nodes[name]!.x).toBeGreaterThan(nodes.host!.x);
});

test('an empty graph needs no space', async () => {
  expect(await layOut({ nodes: [], edges: [] })).toEqual({ nodes: {}, swarms: {}, ways: {} });
});
