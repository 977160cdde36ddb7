const CONDITIONAL = /^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|elifdef|elifndef|else|endif)\b/;

export interface FirstBranches {
  /** The same lines; conditionals, and every branch but the first, are empty. */
  readonly text: string;
  /** 1-based numbers of the lines of those other branches. */
  readonly hidden: ReadonlySet<number>;
}

/**
 * Reads a C file as if every `#if` held. Two branches that open the same brace twice leave the grammar with one brace
 * too many, and with that it loses the declaration around them. Undefined where there is no second branch.
 */
export function firstBranches(text: string): FirstBranches | undefined {
  const hidden = new Set<number>();
  /** For each open conditional: whether its first branch is over. */
  const open: boolean[] = [];
  const lines = text.split('\n').map((line, index) => {
    const word = CONDITIONAL.exec(line)?.[1];
    if (word === undefined) {
      if (!open.includes(true)) return line;
      hidden.add(index + 1);
      return '';
    }
    if (word.startsWith('if')) open.push(false);
    else if (word === 'endif') open.pop();
    else if (open.length > 0) open[open.length - 1] = true;
    return '';
  });
  return hidden.size === 0 ? undefined : { text: lines.join('\n'), hidden };
}
