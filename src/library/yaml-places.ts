interface ParsedYaml {
  readonly contents: unknown;
  getIn(path: readonly PropertyKey[], keepsNode: true): unknown;
}

/** Where a value stands in its text, as an offset; of one that is missing, where the map or list stands that should hold it. */
export function offsetIn(document: ParsedYaml, path: readonly PropertyKey[]): number {
  for (let length = path.length; length >= 0; length -= 1) {
    const node: unknown = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
    if (typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range)) {
      return Number(node.range[0]);
    }
  }
  return 0;
}
