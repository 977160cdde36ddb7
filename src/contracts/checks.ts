/** An edit that was just made. Hashes are SHA-256 of the bytes. */
export interface MadeEdit {
  /** Relative to the project, with `/`. */
  readonly path: string;
  /** Undefined when the edit created the file. */
  readonly before: string | undefined;
  readonly after: string;
  readonly text: string;
  /** From the file before the edit to the one after it, as `unifiedDiff` writes it. */
  readonly diff: string;
}

/** What the formatter, linter and type checker of a project say about an edit, for one session in one folder. */
export interface ProjectChecks {
  /**
   * Runs those that the project configures and has installed, confined and only without a question. Findings that were
   * there before the edit are left out. Empty when there is nothing to say. Never rejects.
   */
  afterEdit(edit: MadeEdit, signal: AbortSignal): Promise<string>;
}
