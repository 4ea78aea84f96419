import { BaseEdge, type Edge, EdgeLabelRenderer, type EdgeProps } from '@xyflow/react';
import type { Point } from './lay-out.ts';
import { toMiddle, toPath } from './to-path.ts';

/** Mail that is on the way: `back` when it goes against the direction of its edge. */
export type MailEdgeData = {
  way: readonly Point[];
  mail: { seq: number; subject: string; back: boolean } | undefined;
  count: number;
};

/** The way between two agents. The newest mail travels along it. */
export function MailEdge(props: EdgeProps<Edge<MailEdgeData>>) {
  const { id, data, markerEnd, markerStart } = props;
  const way = data?.way ?? [];
  const path = toPath(way);
  const middle = toMiddle(way);
  const mail = data?.mail;
  const isUsed = (data?.count ?? 0) > 0;
  return (
    <>
      <BaseEdge
        id={id}
        path={path}
        markerEnd={markerEnd}
        markerStart={markerStart}
        className={mail === undefined ? (isUsed ? 'stroke-soft!' : 'stroke-line!') : 'stroke-accent!'}
        style={{ strokeWidth: mail === undefined ? 1.5 : 2.5 }}
      />
      {mail !== undefined && (
        <>
          <circle key={mail.seq} r={6} className="fill-accent" data-role="mail">
            <animateMotion
              dur="0.9s"
              path={path}
              fill="freeze"
              calcMode="linear"
              keyTimes="0;1"
              keyPoints={mail.back ? '1;0' : '0;1'}
              begin="indefinite"
              ref={(element: SVGAnimationElement | null) => element?.beginElement()}
            />
          </circle>
          <EdgeLabelRenderer>
            <span
              className="pointer-events-none absolute max-w-40 truncate rounded bg-accent px-1.5 py-0.5 text-xs text-on-accent"
              style={{ transform: `translate(-50%, -50%) translate(${middle.x}px, ${middle.y}px)` }}
            >
              {mail.subject}
            </span>
          </EdgeLabelRenderer>
        </>
      )}
    </>
  );
}
