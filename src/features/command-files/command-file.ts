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
export interface ListedCommand extends Pick<CommandFile, 'source' | 'plugin' | 'path'>, CommandLabel {
  /** Path of the file that is loaded by this name instead. */
  readonly hiddenBy: string | undefined;
}

/** The command files of workspaces, given by canonical path, read from the disk each time. */
export interface CommandFileRegistry {
  find(workspace: string, name: string): Promise<NamedCommandFile | 'too-large' | undefined>;
  list(workspace: string): Promise<readonly ListedCommand[]>;
}
