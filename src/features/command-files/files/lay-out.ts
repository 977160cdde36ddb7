/** Parts of a text. */
export type LayoutPart =
  | { readonly kind: 'text'; readonly text: string }
  /** Its blank lines are left as they are. */
  | { readonly kind: 'code'; readonly text: string }
  /** Set between blank lines. */
  | { readonly kind: 'block'; readonly text: string }
  /** Between blank lines, behind the paragraph: a sentence that names a file stays whole. */
  | { readonly kind: 'behind'; readonly text: string };

const BLANK_LINE = /\n[ \t]*(?=\n)/;

/** One text, without white space at its end. */
export function layOut(parts: readonly LayoutPart[]): string {
  const page = new LaidOutText();
  for (const { kind, text } of parts) page[kind](text);
  return page.end();
}

class LaidOutText {
  #out = '';
  #waiting: string[] = [];
  #isBehindBlock = false;

  text(text: string): void {
    const gap = this.#waiting.length === 0 ? undefined : this.#blankLineIn(text);
    this.code(text.slice(0, gap));
    if (gap === undefined) return;
    this.#flush();
    this.code(text.slice(gap));
  }

  code(text: string): void {
    let next = text;
    if (this.#isBehindBlock) {
      next = text.replace(/^(?:[ \t]*\n)+/, '');
      if (next === text) next = text.replace(/^[ \t]+/, '');
      if (next.trim() === '') return;
      this.#out += '\n\n';
      this.#isBehindBlock = false;
    }
    this.#out += next;
  }

  block(text: string): void {
    const before = this.#out.trimEnd();
    this.#out = before === '' ? text : `${before}\n\n${text}`;
    this.#isBehindBlock = true;
  }

  behind(text: string): void {
    this.#waiting.push(text);
  }

  end(): string {
    this.#flush();
    return this.#out.trimEnd();
  }

  /** Where it begins, also when the line before it is there already. */
  #blankLineIn(text: string): number | undefined {
    if (this.#out.endsWith('\n') && /^[ \t]*\n/.test(text)) return 0;
    return BLANK_LINE.exec(text)?.index;
  }

  #flush(): void {
    for (const text of this.#waiting) this.block(text);
    this.#waiting = [];
  }
}
