/** A command file of a workspace, with its bytes at that time. */
export interface TrustedFile {
  /** Canonical path. */
  readonly workspace: string;
  readonly name: string;
  readonly path: string;
  readonly hash: string;
  /** The person who was shown it, or accepted it. */
  readonly person: string;
  readonly atMs: number;
}

/** Command files whose pre-approvals an owner has accepted: by their bytes, so that a changed file is a new one. */
export interface TrustStore {
  /** Records that a person is asked about a file; replaces an earlier question about it. */
  show(file: TrustedFile): void;
  /** The last question about a file of this name, to any person. */
  findShown(workspace: string, name: string): TrustedFile | undefined;
  /** The newest that this person was asked about since then, and has not accepted. */
  findShownTo(person: string, sinceMs: number): TrustedFile | undefined;
  /** Replaces the file that was accepted under this name. */
  accept(file: TrustedFile): void;
  /** False when nothing was accepted. */
  revoke(workspace: string, name: string): boolean;
  isAccepted(file: Pick<TrustedFile, 'workspace' | 'name' | 'path' | 'hash'>): boolean;
  /** Accepted files, by name. */
  list(workspace: string): readonly TrustedFile[];
}
