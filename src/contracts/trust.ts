/** A command file of a workspace, as its bytes were. */
export interface TrustedFile {
  /** Canonical path. */
  readonly workspace: string;
  readonly name: string;
  readonly path: string;
  readonly hash: string;
  /** Who was shown it, or said yes. */
  readonly person: string;
  readonly atMs: number;
}

/** Which command files an owner lets pre-approve calls: by their bytes, so that a changed file is a new one. */
export interface TrustStore {
  /** Somebody is asked about a file; what was asked about it before is forgotten. */
  show(file: TrustedFile): void;
  /** What was last asked about a file of this name, by whomever. */
  shown(workspace: string, name: string): TrustedFile | undefined;
  /** The newest that this person was asked about since then, and has not accepted. */
  shownTo(person: string, sinceMs: number): TrustedFile | undefined;
  /** In place of what was accepted under this name before. */
  accept(file: TrustedFile): void;
  /** False when there was nothing to take back. */
  revoke(workspace: string, name: string): boolean;
  isAccepted(file: Pick<TrustedFile, 'workspace' | 'name' | 'path' | 'hash'>): boolean;
  /** Accepted ones, by name. */
  list(workspace: string): readonly TrustedFile[];
}
