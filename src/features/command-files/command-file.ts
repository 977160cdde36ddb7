import { Failure } from '../../core/failure.ts';
import type { JsonObject } from '../../core/json.ts';

/**
 * Where a command file comes from. The authors of a workspace wrote its files and those of its plugins; `own` is the
 * person's own folder, `shipped` comes with the program.
 */
export type CommandSource = 'workspace' | 'own' | 'plugin' | 'shipped';

/** A command file, for decisions about it. */
export interface CommandFile {
  readonly source: CommandSource;
  /** Name of the plugin; the program's name for shipped files. */
  readonly plugin: string | undefined;
  /** Relative to the workspace, or absolute. */
  readonly path: string;
  /** SHA-256 of its bytes. */
  readonly hash: string;
  /** As `allowed-tools` names them. */
  readonly allowedTools: readonly string[];
}

/** A command file's description of itself: untrusted text. */
export interface CommandLabel {
  readonly name: string;
  /** On one line; may be empty. */
  readonly description: string;
  /** Hint for the text after the name; may be empty. */
  readonly argumentHint: string;
}

export interface NamedCommandFile extends CommandFile, CommandLabel {}

/** An entry of the list. */
export interface ListedCommandFile extends Pick<CommandFile, 'source' | 'plugin' | 'path'>, CommandLabel {
  /** Path of the file that is loaded by this name instead. */
  readonly hiddenBy: string | undefined;
}

/** The command files of workspaces, given by canonical path, read from the disk each time. */
export interface CommandFileRegistry {
  find(workspace: string, name: string): Promise<NamedCommandFile | 'too-large' | undefined>;
  list(workspace: string): Promise<readonly ListedCommandFile[]>;
}

/** Everything that loading a command can end with, but success. */
type CommandFault = 'COMMAND_NOT_FOUND' | 'CIRCULAR_REFERENCE' | 'INVALID_NAME' | 'TOO_LARGE';

export type FileExpansion =
  | { readonly reference: string; readonly resolved: true; readonly content: string }
  | { readonly reference: string; readonly resolved: false; readonly error: string };

export type BashExpansion =
  | { readonly command: string; readonly executed: true; readonly output: string }
  | { readonly command: string; readonly executed: false; readonly error: string };

export interface Expansions {
  /** In the order of the text; those of an included file follow it. */
  readonly files: readonly FileExpansion[];
  readonly bash: readonly BashExpansion[];
}

export interface CommandSuccess {
  readonly success: true;
  readonly command: {
    readonly name: string;
    readonly path: string;
    /** Empty when it is missing or unreadable. `allowed-tools` is always a list. */
    readonly frontmatter: JsonObject;
    /** With everything expanded. */
    readonly content: string;
    /** Unchanged text without the frontmatter. */
    readonly raw: string;
  };
  readonly expansions: Expansions;
  readonly metadata: {
    /** UTC, to the second. */
    readonly expandedAt: string;
    /** Estimated for `content`. */
    readonly totalTokensEstimate: number;
  };
}

export interface CommandError {
  readonly success: false;
  readonly error: {
    readonly code: CommandFault;
    readonly message: string;
    /** Set when a command was not found. */
    readonly searchedPaths?: readonly string[];
  };
}

/** The JSON answer to a request for a command. */
export type CommandAnswer = CommandSuccess | CommandError;

/** Thrown while a command is loaded; the library makes an answer of it. */
export class LoadFault extends Failure {
  readonly code: CommandFault;
  readonly searchedPaths: readonly string[] | undefined;
  /** Files that include each other, the first one again at the end. */
  readonly circle: readonly string[] | undefined;

  constructor(
    code: CommandFault,
    message: string,
    about: { readonly searchedPaths?: readonly string[]; readonly circle?: readonly string[] } = {},
  ) {
    super('invalid', message);
    this.name = 'LoadFault';
    this.code = code;
    this.searchedPaths = about.searchedPaths;
    this.circle = about.circle;
  }
}
