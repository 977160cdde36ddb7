/** What an entry of an outline is; `block` is a line with indented lines below it, of a file that no grammar reads. */
export type OutlineKind =
  | 'block'
  | 'class'
  | 'enum'
  | 'extension'
  | 'function'
  | 'heading'
  | 'impl'
  | 'interface'
  | 'macro'
  | 'method'
  | 'module'
  | 'namespace'
  | 'object'
  | 'property'
  | 'protocol'
  | 'record'
  | 'struct'
  | 'trait'
  | 'type'
  | 'union';

/** One declaration. Lines are 1-based; `end` is its last line, for a heading the last line of its section. */
export interface OutlineItem {
  readonly name: string;
  readonly kind: OutlineKind;
  readonly start: number;
  readonly end: number;
  /** How many other entries it stands in. */
  readonly depth: number;
}

/** In the order of the file. */
export interface Outline {
  /** `TypeScript`; undefined where no grammar read the file, and its indentation was used. */
  readonly language: string | undefined;
  readonly items: readonly OutlineItem[];
  /** Why no grammar read a file that has one. */
  readonly problem?: string | undefined;
}

/** A place that the grammar of its language does not understand. */
export interface SyntaxFault {
  /** 1-based. */
  readonly line: number;
  /** `missing ";"`, `unexpected "x y"`. */
  readonly what: string;
}

/** Reads source code by its grammar. It never throws for what a file holds. */
export interface CodeReader {
  /** `path` tells the language, by its ending. */
  outline(path: string, text: string): Promise<Outline>;
  /**
   * Faults in `after` that `before` did not have, at most a handful, in the order of the file; none for a language
   * that is not known, and none when it takes too long.
   */
  newFaults(path: string, before: string | undefined, after: string): Promise<readonly SyntaxFault[]>;
}
