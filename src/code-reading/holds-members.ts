import type { OutlineKind } from '../contracts/code.ts';

/** In these, functions are methods. */
const HOLD_MEMBERS: ReadonlySet<OutlineKind> = new Set([
  'class',
  'enum',
  'extension',
  'impl',
  'interface',
  'object',
  'protocol',
  'record',
  'struct',
  'trait',
  'union',
]);

/** Are the functions in it methods? */
export function holdsMembers(kind: OutlineKind): boolean {
  return HOLD_MEMBERS.has(kind);
}
