/** What happens in the Python process of a server, for its log. */
export type PythonEvent =
  | { kind: 'started'; version: string; executable: string }
  /** A line that the user's code has printed. */
  | { kind: 'printed'; stream: 'stdout' | 'stderr'; text: string }
  /** An exception that nobody in Python has caught; agents and callers get only its sentence. */
  | { kind: 'raised'; name: string; traceback: string }
  /** The process has ended although nobody asked it to. */
  | { kind: 'ended'; reason: string };
