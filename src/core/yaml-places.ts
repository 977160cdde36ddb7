interface ParsedYaml {
  readonly contents: unknown;
  getIn(path: readonly PropertyKey[], keepsNode: true): unknown;
}

/** Offset of a value in its text; for a missing one, of the map or list that should contain it. */
export function offsetIn(document: ParsedYaml, path: readonly PropertyKey[]): number {
  for (let length = path.length; length >= 0; length -= 1) {
    const node: unknown = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
    if (typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range)) {
      return Number(node.range[0]);
    }
  }
  return 0;
}
