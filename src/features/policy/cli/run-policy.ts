import wrapAnsi from 'wrap-ansi';
import type { Sandbox, SandboxState } from '../../../contracts/exec.ts';
import type { CommandPolicy, Verdict } from '../../../contracts/policy.ts';
import type { CliHost } from '../../../contracts/sub-command.ts';
import { columnsOf } from '../../../core/terminal-output.ts';
import { readSettings, type Settings } from '../../../settings/settings.ts';

const EXIT_CODES: Readonly<Record<Verdict['kind'], number>> = { allow: 0, ask: 1, deny: 2 };

const SANDBOXES: Readonly<Record<CheckOptions['sandbox'], SandboxState>> = {
  working: { kind: 'on', name: 'assumed', version: '' },
  none: { kind: 'off', problem: 'switched-off', detail: '' },
};

/** Options of `wasap policy check`. */
export interface CheckOptions {
  readonly json?: true;
  readonly workspace?: string;
  readonly sandbox: 'none' | 'working';
  readonly compound?: 'ask' | 'each-part';
}

/** Opens the command policy of these settings, for this machine's system unless another one is named. */
export type OpenPolicy = (
  grounds: {
    readonly settings: Settings;
    readonly packageRoot: string;
    readonly sandbox: Pick<Sandbox, 'state'>;
  },
  platform?: 'posix' | 'windows',
) => Promise<CommandPolicy>;

interface CheckHost {
  readonly host: CliHost;
  readonly openPolicy: OpenPolicy;
}

/** Tells what a task would do with this line, and why. */
export async function explainLine(line: string, parts: CheckHost, options: CheckOptions): Promise<void> {
  const { host } = parts;
  const { settings, policyFor } = await groundsFor(parts, options);
  const root = settings.workspace.projectRoot;
  const judged = await (await policyFor()).judge({ kind: 'line', line }, { root, cwd: root });
  const { explanationLines } = await import('./verdict-lines.ts');
  const lines = explanationLines(judged, settings.terminalLocale);
  host.output.write(`${lines.map((line) => wrapAnsi(line, columnsOf(host.output))).join('\n')}\n`);
  host.setExitCode(EXIT_CODES[judged.verdict.kind]);
}

/** The same for each line of standard input, for another program. */
export async function judgeInput(parts: CheckHost, options: CheckOptions): Promise<void> {
  const { host } = parts;
  const { settings, policyFor } = await groundsFor(parts, options);
  const { judgeLines } = await import('./verdict-lines.ts');
  const policies = { posix: await policyFor('posix'), windows: await policyFor('windows') };
  const unread = await judgeLines({
    policies,
    root: settings.workspace.projectRoot,
    input: host.input,
    output: host.output,
  });
  host.setExitCode(unread === 0 ? 0 : 1);
}

interface CheckContext {
  readonly settings: Settings;
  policyFor(platform?: 'posix' | 'windows'): Promise<CommandPolicy>;
}

async function groundsFor(
  { host: { packageRoot }, openPolicy }: CheckHost,
  options: CheckOptions,
): Promise<CheckContext> {
  const { workspace = process.cwd(), sandbox } = options;
  const read = await readSettings({ packageRoot, overrides: { PROJECT_ROOT: workspace } });
  const projectScripts = sandbox === 'working' ? 'allow' : 'ask';
  const compound = options.compound ?? read.policy.compound;
  const settings: Settings = { ...read, policy: { ...read.policy, projectScripts, compound } };
  const grounds = { settings, packageRoot, sandbox: { state: async () => SANDBOXES[sandbox] } };
  return { settings, policyFor: (platform) => openPolicy(grounds, platform) };
}
