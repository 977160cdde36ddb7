import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as z from 'zod';
import { commandPolicy, environmentOf } from '../../src/app/host-context.ts';
import { createRedaction } from '../../src/app/redaction.ts';
import type { HookedCall } from '../../src/contracts/call-hooks.ts';
import type { CommandPolicy } from '../../src/contracts/policy.ts';
import type { SessionRecord } from '../../src/contracts/session.ts';
import type { CallResult } from '../../src/contracts/store.ts';
import { systemClock } from '../../src/core/clock.ts';
import type { CallId } from '../../src/core/ids.ts';
import type { Json } from '../../src/core/json.ts';
import { silentLog } from '../../src/core/log.ts';
import { describedTools } from '../../src/features/contributions.ts';
import { createHookStore, type HooksOf, trustName } from '../../src/features/hooks/hook.ts';
import { openHooks } from '../../src/features/hooks/hooks-file.ts';
import { bindingOf } from '../../src/features/hooks/running/run-hook.ts';
import { SessionHooks } from '../../src/features/hooks/running/session-hooks.ts';
import { hostProcesses } from '../../src/processes/process-table.ts';
import { createSupervisor } from '../../src/processes/supervisor.ts';
import { readSettings } from '../../src/settings/settings.ts';
import type { OpenStore } from '../../src/store/open.ts';
import { pathToRealPython } from './real-python.ts';
import { sessionRecord } from './session-record.ts';
import { openTestStore } from './test-store.ts';

const PACKAGE = path.resolve(import.meta.dirname, '../..');
const SETTINGS = '.claude/settings.json';
const OWNER = '34600111222';

export type HookEntry = { readonly command: string; readonly timeout?: number; readonly type?: string };
/** Moments, then matchers, then commands. */
export type HookTree = Readonly<Record<string, Readonly<Record<string, readonly HookEntry[]>>>>;

export interface HookRig {
  readonly root: string;
  readonly store: OpenStore;
  readonly policy: Pick<CommandPolicy, 'judge'>;
  readonly hooksOf: HooksOf;
  /** What people were told. */
  readonly told: string[];
  readonly session: SessionRecord;
  /** A new one on the same rows, as after a restart. */
  hooks(): SessionHooks;
  write(file: string, text: string): void;
  /** Writes `.claude/settings.json`, or another file. */
  settings(tree: HookTree, file?: string): void;
  /** What an owner's yes to the files as they are now stores. */
  accept(): Promise<void>;
  call(tool: string, input: Json, id?: string): HookedCall;
  /** Commands in the audit log, oldest first. */
  audited(): readonly {
    readonly command: string;
    readonly decision: string;
    readonly exitCode: number | null;
  }[];
  remove(): void;
}

/** Hooks of a project as the program runs them: its policy, its supervisor, its rows. No sandbox. */
export async function hookRig(env: Readonly<Record<string, string>> = {}): Promise<HookRig> {
  const home = mkdtempSync(path.join(realpathSync(tmpdir()), 'hooks-'));
  const [root, config, data] = ['project', 'config', 'data'].map((name) => path.join(home, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [root, config, data]) mkdirSync(folder);
  const settings = await readSettings({
    packageRoot: PACKAGE,
    env: { HOME: home, PATH: pathToRealPython(), CONFIG_DIR: config, DATA_DIR: data, ...env },
    cwd: root,
    overrides: { PROJECT_ROOT: root },
  });
  const environment = environmentOf(settings);
  const { redactor, learnSecrets } = createRedaction(settings);
  const supervisor = createSupervisor({
    redactor,
    learnSecrets,
    processes: hostProcesses(),
    clock: systemClock,
    environment,
    log: silentLog,
    folder: path.join(data, 'processes'),
  });
  const policy = await commandPolicy(
    { settings, environment, packageRoot: PACKAGE, linked: () => [] },
    'posix',
  );
  const store = openTestStore({ path: path.join(home, 'wasap.db') });
  const session = sessionRecord({ workspace: root, owner: OWNER });
  store.instances.register({ id: session.instance, pid: process.pid, startTime: '0', atMs: 0 });
  store.sessions.create(session);
  const hooksOf = openHooks([config, data]);
  const told: string[] = [];
  const write = (file: string, text: string): void => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text, { mode: 0o755 });
  };
  return {
    root,
    store,
    policy,
    hooksOf,
    told,
    session,
    write,
    hooks: () =>
      new SessionHooks({
        hooksOf,
        policy,
        supervisor,
        store,
        rows: createHookStore(store.database),
        transcriptOf: (id) => path.join(data, 'agent_sessions', `${id}.jsonl`),
        notify: {
          notAccepted: (_session, file) => void told.push(`not accepted: ${file.path}`),
          said: (_session, text) => void told.push(`said: ${text}`),
        },
        clock: systemClock,
        log: silentLog,
      }),
    settings(tree, file = SETTINGS) {
      const hooks = Object.fromEntries(
        Object.entries(tree).map(([event, groups]) => [
          event,
          Object.entries(groups).map(([matcher, entries]) => ({
            matcher,
            hooks: entries.map((entry) => ({ type: 'command', ...entry })),
          })),
        ]),
      );
      write(file, JSON.stringify({ hooks }));
    },
    async accept() {
      for (const file of (await hooksOf(root)).files) {
        const hash = await bindingOf(file, root, { policy });
        const { path: at } = file;
        store.trust.accept({
          workspace: root,
          name: trustName(file),
          path: at,
          hash,
          person: OWNER,
          atMs: 1,
        });
      }
    },
    call(name, input, id = 'call-1') {
      const tool = describedTools().find((one) => one.name === name);
      if (tool === undefined) throw new Error(`no tool ${name}`);
      return { session, id: id as CallId, tool, input };
    },
    audited: () =>
      store.database
        .read('SELECT command, decision, exit_code AS exitCode FROM agent_command_log ORDER BY id', AuditRow)
        .all({}),
    remove() {
      store.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

const AuditRow = z.object({ command: z.string(), decision: z.string(), exitCode: z.int().nullable() });

/** A result as a tool gives it. */
export function resultOf(text: string): CallResult {
  return { text, data: null, ok: true, durationMs: 1 };
}
