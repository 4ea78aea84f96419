import type { Point } from './lay-out.ts';

const CORNER_RADIUS = 10;

/**
 * A way along some points as the path of an SVG, with its corners rounded.
 *
 * @example toPath([{ x: 0, y: 0 }, { x: 0, y: 50 }]) // 'M 0 0 L 0 50'
 */
export function toPath(points: readonly Point[]): string {
  return points
    .map((point, index) => {
      const [before, after] = [points[index - 1], points[index + 1]];
      if (before === undefined) return `M ${toText(point)}`;
      if (after === undefined) return `L ${toText(point)}`;
      return `L ${toText(toward(point, before))} Q ${toText(point)} ${toText(toward(point, after))}`;
    })
    .join(' ');
}

/** The middle of a way: half of its length from either end. */
export function toMiddle(points: readonly Point[]): Point {
  const lengths = points.slice(1).map((point, index) => distance(points[index]!, point));
  let left = lengths.reduce((sum, length) => sum + length, 0) / 2;
  for (const [index, length] of lengths.entries()) {
    if (left <= length) return toward(points[index]!, points[index + 1]!, left);
    left -= length;
  }
  return points[0] ?? { x: 0, y: 0 };
}

function toward(from: Point, to: Point, by?: number): Point {
  const length = distance(from, to);
  if (length === 0) return from;
  const part = (by ?? Math.min(CORNER_RADIUS, length / 2)) / length;
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

function distance(one: Point, other: Point): number {
  return Math.hypot(other.x - one.x, other.y - one.y);
}

function toText({ x, y }: Point): string {
  return `${x} ${y}`;
}
