import type { ProgramStart } from './started-program.ts';

/** Passed to the process that starts programs, so that importing its file does nothing. */
export const PROCESS_STARTER = 'start-programs';

/** A message to the process that starts programs. */
export type StarterRequest =
  | { readonly kind: 'start'; readonly id: number; readonly start: ProgramStart }
  /** Kills the program and what it started. */
  | { readonly kind: 'stop'; readonly id: number };

/** A message from it. After `ended` or `failed` nothing more comes under that id. */
export type StarterAnswer =
  /** Once, when it can take requests. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'started'; readonly id: number; readonly pid: number }
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
