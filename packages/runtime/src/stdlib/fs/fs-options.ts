export type FSActionsOptions = {
  /** The folder that the actions may see; they cannot get out of it. */
  readonly root: string;
  /** Largest file to read or to write; a million bytes by default. */
  readonly maxBytes?: number;
  /** Leaves out the actions that change something. */
  readonly readOnly?: boolean;
};

/** The options with everything decided. */
export type FSSettings = { readonly root: string; readonly maxBytes: number };
