/** What an `exports` entry points at: a file, nothing, or a choice by condition. */
export type ExportTarget = string | null | { [condition: string]: ExportTarget };

/** The fields of a package.json that building, packing and checking read. */
export interface PackageManifest {
  name: string;
  version: string;
  private?: boolean;
  description?: string;
  keywords?: string[];
  license?: string;
  type?: string;
  sideEffects?: boolean | string[];
  engines?: Record<string, string>;
  bin?: Record<string, string>;
  exports?: Record<string, ExportTarget>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  /** Packages of ours that are built into this one, so that it does not depend on them once it is published. */
  inlinedDependencies?: string[];
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
  publishConfig?: Record<string, string>;
}
