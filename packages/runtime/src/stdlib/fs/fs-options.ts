export type FSActionsOptions = {
  /** The directory that the actions may see; they cannot leave it. */
  readonly root: string;
  /** Largest file to read or to write; a million bytes unless given. */
  readonly maxBytes?: number;
  /** Leaves out the actions that change something. */
  readonly readOnly?: boolean;
};

/** The options with everything decided. */
export type FSSettings = { readonly root: string; readonly maxBytes: number };
