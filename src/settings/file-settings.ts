import type { Pair, YAMLMap } from 'yaml';

/** A setting as a file has it: the place of a single value or a list. */
interface FileSetting {
  readonly place: readonly string[];
  /** Its value, in one line as it would be written. */
  readonly text: string;
  /** What its comment says; empty where it stands below another setting's. */
  readonly description: string;
}

/** Each model has many, which are described at the first one. */
const LEFT_OUT = ['models'];

/** Every setting of an `agent.yaml`, in the order of the file. */
export async function fileSettings(document: string): Promise<readonly FileSetting[]> {
  const { isMap, isScalar, parseDocument, stringify } = await import('yaml');
  const nameOf = ({ key }: Pair): string => (isScalar(key) ? String(key.value) : '');
  const commentOf = ({ key }: Pair): string => (isScalar(key) ? inOneLine(key.commentBefore ?? '') : '');

  /** The comment of a section stands with its first setting; below the section's name it belongs to the map. */
  const settingsIn = (pair: Pair, above: readonly string[], ofSection: string): readonly FileSetting[] => {
    const place = [...above, nameOf(pair)];
    const comment = joinTexts(ofSection, commentOf(pair));
    const { value } = pair;
    if (!isMap(value))
      return [{ place, text: stringify(value, { flow: true }).trim(), description: comment }];
    const inside = joinTexts(comment, inOneLine((value as YAMLMap).commentBefore ?? ''));
    return value.items.flatMap((inner, index) => settingsIn(inner, place, index === 0 ? inside : ''));
  };

  const { contents } = parseDocument(document);
  if (!isMap(contents)) return [];
  return contents.items
    .filter((pair) => !LEFT_OUT.includes(nameOf(pair)))
    .flatMap((pair) => settingsIn(pair, [], ''));
}

function joinTexts(...texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join(' ');
}

/** Paragraphs above the last one are about the file. */
function inOneLine(comment: string): string {
  const [last = ''] = comment.split(/\n\s*\n/).slice(-1);
  return last
    .split('\n')
    .map((line) => line.trim())
    .join(' ')
    .trim();
}
