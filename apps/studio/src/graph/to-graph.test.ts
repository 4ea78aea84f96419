import { describe, expect, test } from 'vitest';
import { type Agent, edgeFor, toGraph, toPairId } from './to-graph.ts';

const agent = (name: string, commTargets: string[], fields: Partial<Agent> = {}): Agent => ({
  name,
  commTargets,
  actions: [],
  enableEntrypoint: false,
  canCompleteTasks: false,
  enableInterswarm: false,
  ...fields,
});
const agents = [
  agent('desk', ['math', 'weather'], { canCompleteTasks: true, enableInterswarm: true }),
  agent('math', ['desk']),
  agent('weather', []),
];

describe('the graph of a swarm', () => {
  test('the graph has the agents of the swarm, marked by their roles', () => {
    const { nodes } = toGraph({ agents, entrypoint: 'desk' });
    expect(nodes.map(({ id, marks }) => [id, ...marks])).toEqual([
      ['desk', 'entrypoint', 'supervisor', 'interswarm'],
      ['math'],
      ['weather'],
    ]);
  });

  test('two directions have one edge', () => {
    const { edges } = toGraph({ agents, entrypoint: 'desk' });
    expect(edges.map(({ from, to, both }) => [from, to, both])).toEqual([
      ['desk', 'math', true],
      ['desk', 'weather', false],
    ]);
  });

  test('leaves out edges to nobody and to oneself', () => {
    const odd = [agent('a', ['a', 'ghost'])];
    expect(toGraph({ agents: odd, entrypoint: 'a' }).edges).toEqual([]);
  });

  test('the graph has every agent that appears in a task, those of other swarms in their swarms', () => {
    const { nodes, edges } = toGraph({
      agents,
      entrypoint: 'desk',
      seen: ['you', 'desk'],
      travelled: [
        ['you', 'desk'],
        ['desk', 'guide@annex'],
        ['guide@annex', 'desk'],
        ['weather', 'all'],
      ],
    });
    expect(nodes.slice(3)).toEqual([
      { id: 'you', name: 'You', swarm: undefined, marks: ['you'] },
      { id: 'guide@annex', name: 'guide', swarm: 'annex', marks: [] },
    ]);
    expect(edges.slice(2).map(({ from, to, both, known }) => [from, to, both, known])).toEqual([
      ['you', 'desk', false, false],
      ['desk', 'guide@annex', true, false],
    ]);
  });

  test('knows which edge mail takes, and in which direction', () => {
    const { edges } = toGraph({ agents, entrypoint: 'desk' });
    expect(edgeFor(edges, 'desk', 'math')).toEqual({ id: toPairId('desk', 'math'), back: false });
    expect(edgeFor(edges, 'math', 'desk')).toEqual({ id: toPairId('desk', 'math'), back: true });
    expect(edgeFor(edges, 'math', 'weather')).toBeUndefined();
  });
});
