import { isJsonObject, type JsonObject } from '../../../core/json.ts';
import type { Fault } from '../../../core/texts/faults.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { branchesOf, propertiesOf, typesOf } from '../catalog/json-schema.ts';
import { isPrototypeName } from '../graph/graph.ts';
import type { Reference } from '../graph/reference.ts';
import { jobFault } from '../texts/faults.ts';

/** Output schemas of tasks, by id; undefined for a task with an unknown command. */
export type OutputSchemas = ReadonlyMap<string, JsonObject | undefined>;

/** Types that are permitted within a longer text. */
const TEXTUAL = ['string', 'number', 'integer', 'boolean'];

export interface ReferencePlace {
  /** Task that refers. */
  readonly task: string;
  /** True when the value is the reference and nothing else: it then keeps its type. */
  readonly isWhole: boolean;
  /** Types that are expected there; empty: any. */
  readonly expected: readonly string[];
}

export function outputSchemas(
  tasks: readonly { readonly id: string; readonly service: string; readonly command: string }[],
  catalog: Catalog,
): OutputSchemas {
  return new Map(
    tasks.map(({ id, service, command }) => [id, catalog.find(service, command)?.output] as const),
  );
}

/** The fault of a reference, as far as the schemas show; undefined without one. */
export function referenceFault(
  { text, task, path }: Reference,
  place: ReferencePlace,
  outputs: OutputSchemas,
): Fault | undefined {
  const taken = [task, ...path].find(isPrototypeName);
  if (taken !== undefined) return jobFault('reference-taken', text, taken);
  if (task === place.task) return jobFault('reference-itself', text);
  if (!outputs.has(task)) return jobFault('reference-no-task', text, task);
  let schema = outputs.get(task);
  // Its command is not known, which is a problem of its own.
  if (schema === undefined) return undefined;
  for (const [at, field] of path.entries()) {
    const next: JsonObject | undefined = fieldIn(schema, field);
    if (next === undefined)
      return unknownField(schema, field, { text, way: [task, 'output', ...path.slice(0, at)] });
    schema = next;
  }
  return typeFault(text, place, typesOf(schema));
}

/** The schema of one member or item; undefined when there cannot be one. */
export function fieldIn(schema: JsonObject, field: string): JsonObject | undefined {
  const found = branchesOf(schema)
    .map((branch) => fieldOfBranch(branch, field))
    .filter((one) => one !== undefined);
  const [only, ...more] = found;
  return more.length === 0 ? only : { anyOf: found };
}

function fieldOfBranch(branch: JsonObject, field: string): JsonObject | undefined {
  const { items, additionalProperties: others } = branch;
  if (/^\d{1,9}$/.test(field) && items !== undefined && isJsonObject(items)) return items;
  return (
    propertiesOf(branch).get(field) ?? (others !== undefined && isJsonObject(others) ? others : undefined)
  );
}

function unknownField(
  schema: JsonObject,
  field: string,
  { text, way }: { readonly text: string; readonly way: readonly string[] },
): Fault {
  const names = branchesOf(schema).flatMap((branch) => [...propertiesOf(branch).keys()]);
  const isList = branchesOf(schema).some(({ items }) => items !== undefined);
  const place = way.join('.');
  if (isList) return jobFault('reference-no-item', text, place, field);
  return names.length === 0
    ? jobFault('reference-no-field', text, place, field)
    : jobFault('reference-other-fields', text, place, field, names.join(', '));
}

function typeFault(
  text: string,
  { isWhole, expected }: ReferencePlace,
  types: readonly string[],
): Fault | undefined {
  if (types.length === 0) return undefined;
  if (!isWhole) {
    const fits = types.some((type) => TEXTUAL.includes(type));
    return fits ? undefined : jobFault('reference-in-text', text, typeNames(types));
  }
  if (expected.length === 0 || types.some((type) => expected.some((wanted) => fitsType(type, wanted))))
    return undefined;
  return jobFault('reference-type', text, typeNames(types), typeNames(expected));
}

function typeNames(types: readonly string[]): Fault | string {
  return types.reduce<Fault | string>(
    (names, type) => (names === '' ? type : jobFault('or', names, type)),
    '',
  );
}

/** Whether a value of one type can be one of the other: a number may turn out to be whole. */
function fitsType(type: string, wanted: string): boolean {
  const numbers = ['number', 'integer'];
  return type === wanted || (numbers.includes(type) && numbers.includes(wanted));
}
