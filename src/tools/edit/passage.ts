/** What a model wants replaced, and by what. */
export interface Passage {
  readonly search: string;
  readonly replace: string;
}

/** A passage and where it is to be found. */
export interface PassageIn extends Passage {
  /** Only for the sentences, and for what its language takes for an omission or an entity. */
  readonly path: string;
}

/** A passage after one undo. */
export interface Undone {
  readonly search: string;
  /** Undefined: it is not certain how the replacement has to be read. */
  readonly replace: string | undefined;
  /** The search can only mean whole lines. */
  readonly wholeLines?: true | undefined;
  /** Proof that is needed besides the text: the 1-based line where the search begins. */
  readonly atLine?: number | undefined;
}

export interface EditRequest extends PassageIn {
  readonly text: string;
  /** Every place instead of the only one. */
  readonly all: boolean;
}
