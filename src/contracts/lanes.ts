/** Serial work per key, different keys in parallel. */
export interface Lanes {
  /** Runs after everything queued earlier under this key. A failing task does not stop the lane. */
  enqueue(key: string, task: () => Promise<void>): void;
  /** Resolves when no lane has work. */
  idle(): Promise<void>;
  /** Keys with queued or running work. */
  readonly busy: number;
}
