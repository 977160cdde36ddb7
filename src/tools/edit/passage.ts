/** A text that a model wants replaced, and its replacement. */
export interface EditPassage {
  readonly search: string;
  readonly replace: string;
}

/** A passage and the file it is searched in. */
export interface PassageIn extends EditPassage {
  /** Only for messages, and for the language's form of omissions and entities. */
  readonly path: string;
}

/** A passage after one undo. */
export interface UndonePassage {
  readonly search: string;
  /** Undefined: the replacement cannot be read with certainty. */
  readonly replace: string | undefined;
  /** The search can only mean whole lines. */
  readonly wholeLines?: true | undefined;
  /** Proof that is needed beside the text: the 1-based line where the search begins. */
  readonly atLine?: number | undefined;
}

export interface EditRequest extends PassageIn {
  readonly text: string;
  /** True: every match instead of the only one. */
  readonly all: boolean;
}
