import { readFileSync } from 'node:fs';
import type { Sandbox } from '../contracts/exec.ts';
import type { CommandPolicy } from '../contracts/policy.ts';
import { codeOf, Failure, messageOf } from '../core/failure.ts';
import { once } from '../core/memoize.ts';
import { fault } from '../core/texts/faults.ts';
import { readPrebuiltYaml } from '../core/yaml-trees.ts';
import type { CommandPolicyOptions } from './command-policy.ts';
import type { ArgvRules } from './judge-argv.ts';
import type { ToolCommands } from './tool-commands.ts';
import type { ConfigText } from './tool-commands-file.ts';

interface CommandPolicySource extends Omit<CommandPolicyOptions, 'config'> {
  /** Path of the shipped `tool-commands.yaml`. */
  readonly file: string;
  /** Path of the person's own file, merged over it; a missing one changes nothing. */
  readonly ownFile: string;
  readonly packageRoot: string;
}

/**
 * The command policy of the shipped file and the person's own. The build has checked the shipped file: it is
 * compiled, and the shell parser loaded, when the first command comes. The person's file is checked now.
 * @throws Failure `invalid` when that cannot be used, with file, line, field and expectation
 */
export async function openCommandPolicy(source: CommandPolicySource): Promise<CommandPolicy> {
  const { file, ownFile, packageRoot, extraAllowed } = source;
  const text = readFileSync(file, 'utf8');
  const tree = readPrebuiltYaml(text, packageRoot);
  const own = readOwn(ownFile);
  const load = once(() => compilePolicy(source, { shipped: { file, text }, tree, own }));
  if (tree === undefined || own !== undefined || extraAllowed.length > 0) await load();
  return {
    judge: async (request, where) => (await load()).judge(request, where),
    changesSince: async (facts) => (await load()).changesSince(facts),
    list: async () => (await load()).list(),
  };
}

interface Configuration {
  readonly shipped: ConfigText;
  /** The shipped text as the build parsed it. */
  readonly tree: unknown;
  readonly own: ConfigText | undefined;
}

async function compilePolicy(
  source: CommandPolicySource,
  configuration: Configuration,
): Promise<CommandPolicy> {
  const { createCommandPolicy } = await import('./command-policy.ts');
  const { extraAllowed, platform, guardFor, executables, mode, environment, linked } = source;
  const { projectScripts, compound, isConfined } = source;
  return createCommandPolicy({
    config: await readToolCommands(configuration),
    extraAllowed,
    platform,
    guardFor,
    executables,
    mode,
    environment,
    linked,
    projectScripts,
    compound,
    isConfined,
  });
}

async function readToolCommands({ shipped, tree, own }: Configuration): Promise<ToolCommands> {
  if (own === undefined && tree !== undefined) {
    const { toolCommandsInTurns } = await import('./tool-commands.ts');
    return toolCommandsInTurns(tree, () => shipped.file);
  }
  const { parseOverrides, parseToolCommands, readYaml } = await import('./tool-commands-file.ts');
  if (own === undefined) return parseToolCommands(shipped);
  // An edited shipped file is checked first: its errors are not the other file's.
  if (tree === undefined) parseToolCommands(shipped);
  return parseOverrides(tree ?? readYaml(shipped).tree, own);
}

function readOwn(file: string): ConfigText | undefined {
  try {
    return { file, text: readFileSync(file, 'utf8') };
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    throw new Failure('invalid', fault('file-unreadable', file, messageOf(error)), { cause: error });
  }
}

/** In a sandbox the project's code can do no harm; without one a person decides, each time or once for all. */
export function projectScripts(
  setting: {
    readonly projectScripts: 'auto' | 'ask' | 'allow';
    readonly sandbox: 'auto' | 'required' | 'off-accepted';
  },
  sandbox: Pick<Sandbox, 'state'> | undefined,
): ArgvRules['projectScripts'] {
  if (setting.projectScripts !== 'auto') return setting.projectScripts;
  if (setting.sandbox === 'off-accepted') return 'allow';
  return async () => ((await sandbox?.state())?.kind === 'on' ? 'allow' : 'ask');
}
