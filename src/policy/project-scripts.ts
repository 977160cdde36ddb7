import type { Sandbox } from '../contracts/exec.ts';
import type { ArgvRules } from './judge-argv.ts';

interface Setting {
  readonly projectScripts: 'auto' | 'ask' | 'allow';
  readonly sandbox: 'auto' | 'required' | 'off-accepted';
}

/** In a sandbox the project's code can do no harm; without one a person decides, each time or once for all. */
export function projectScripts(
  setting: Setting,
  sandbox: Pick<Sandbox, 'state'> | undefined,
): ArgvRules['projectScripts'] {
  if (setting.projectScripts !== 'auto') return setting.projectScripts;
  if (setting.sandbox === 'off-accepted') return 'allow';
  return async () => ((await sandbox?.state())?.kind === 'on' ? 'allow' : 'ask');
}
