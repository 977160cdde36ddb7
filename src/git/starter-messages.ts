/** Passed to the process that starts gits, so that importing its file does nothing. */
export const GIT_STARTER = 'start-gits';

/** A message to the process that starts gits. */
export type StarterRequest =
  | {
      readonly kind: 'start';
      readonly id: number;
      readonly args: readonly string[];
      readonly cwd: string;
      readonly environment: Readonly<Record<string, string>>;
      readonly input: string;
    }
  /** Kills the git and what it started. */
  | { readonly kind: 'stop'; readonly id: number };

/** A message from it. After `ended` or `failed` nothing more comes under that id. */
export type StarterAnswer =
  /** Once, when it can take requests. */
  | { readonly kind: 'ready' }
  | {
      readonly kind: 'output';
      readonly id: number;
      readonly stream: 'stdout' | 'stderr';
      readonly bytes: Uint8Array;
    }
  | { readonly kind: 'ended'; readonly id: number; readonly code: number }
  /** It could not be started; `code` as the system names the error. */
  | {
      readonly kind: 'failed';
      readonly id: number;
      readonly code: string | undefined;
      readonly message: string;
    };
