import type { Command } from 'commander';

/** What the command line is handed by whoever started the program. */
export interface CliHost {
  readonly packageRoot: string;
  readonly version: string;
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  /** For what is no answer: how the program itself is. */
  readonly errors: NodeJS.WritableStream;
  /** Descriptor behind `output`. */
  readonly outputFd: number;
  /** Resolves when nobody reads `output` any more. */
  readonly unread: Promise<void>;
  /** Called once the first request to the model was sent: the moment to store compiled code. */
  onFirstModelRequest(): void;
  /** What the process will return. */
  setExitCode(code: number): void;
}

/** Adds one sub-command to the command line; runs nothing. */
export type SubCommand = (program: Command, host: CliHost) => void;
