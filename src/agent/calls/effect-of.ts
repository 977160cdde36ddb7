import type { AnyTool, Effect } from '../../contracts/tool.ts';

/**
 * The effect of one call, for tools whose calls differ in it.
 * @param input as the tool's schema has read it
 */
export function effectOf({ effect }: Pick<AnyTool, 'effect'>, input: unknown): Effect {
  return typeof effect === 'function' ? effect(input) : effect;
}
