/**
 * The same samples with the name of the cell as a label of each, so that several machines can be distinguished and
 * added up.
 * @param cell lower-case letters, digits and hyphens
 */
export function ofCell(text: string, cell: string): string {
  return text.replace(/^(?!#)(\w+)(?:\{(.*)\})? /gm, (_, name: string, labels: string | undefined) => {
    const all = [...(labels ? [labels] : []), `cell="${cell}"`];
    return `${name}{${all.join(',')}} `;
  });
}
