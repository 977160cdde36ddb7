import { readFileSync } from 'node:fs';
import { parsedByBuild } from '../base/parsed-by-build.ts';
import type { CommandPolicy } from '../contracts/policy.ts';
import type { CommandPolicyOptions } from './command-policy.ts';

export interface CommandPolicySource extends Omit<CommandPolicyOptions, 'config'> {
  /** Path of a `tool-commands.yaml`. */
  readonly file: string;
  readonly packageRoot: string;
}

/**
 * The command policy of a file. What shipped with the program was checked by its build: it is compiled, and the shell
 * parser loaded, when the first command comes. Anything that a person wrote is compiled now.
 * @throws Failure `invalid` when that cannot be used, with file, line, field and expectation
 */
export async function openCommandPolicy(source: CommandPolicySource): Promise<CommandPolicy> {
  const text = readFileSync(source.file, 'utf8');
  const tree = parsedByBuild(text, source.packageRoot);
  let policy: Promise<CommandPolicy> | undefined;
  const load = () => {
    policy ??= compile(source, { text, tree });
    return policy;
  };
  if (tree === undefined || source.extraAllowed.length > 0) await load();
  return { judge: async (request, where) => (await load()).judge(request, where) };
}

async function compile(
  source: CommandPolicySource,
  { text, tree }: { readonly text: string; readonly tree: unknown },
): Promise<CommandPolicy> {
  const { createCommandPolicy } = await import('./command-policy.ts');
  if (tree !== undefined) {
    const { toolCommandsOf } = await import('./config.ts');
    return createCommandPolicy({ ...source, config: toolCommandsOf(tree, () => source.file) });
  }
  const { parseToolCommands } = await import('./parse-config.ts');
  return createCommandPolicy({ ...source, config: parseToolCommands(text, source.file) });
}
