/** By the kind of a part of code, as the highlighter names it: the class of its colour; what is not here is plain. */
const CLASSES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'code-keyword': ['keyword', 'doctag'],
    'code-string': ['string', 'regexp', 'link', 'code'],
    'code-number': ['literal', 'number', 'symbol', 'section', 'attr', 'attribute', 'property'],
    'code-name': ['title', 'built_in', 'meta'],
    'code-type': ['type', 'variable', 'template-variable', 'bullet'],
    'code-tag': ['tag', 'name', 'selector'],
    'code-comment': ['comment', 'quote'],
  }).flatMap(([name, kinds]) => kinds.map((kind) => [kind, name] as const)),
);

export function codeClass(kind: string | undefined): string | undefined {
  return kind === undefined ? undefined : CLASSES.get(kind);
}
