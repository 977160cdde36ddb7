/** Something that works with PostgreSQL beside the program for as long as that runs. */
export interface Companion {
  /** Resolves when it no longer asks anything of the databases. */
  stop(): Promise<void>;
}
