/** One line of `git config --list --show-scope -z`. Keys are as git gives them: section and name in lower case. */
export interface ConfigEntry {
  readonly scope: string;
  readonly key: string;
  readonly value: string;
}

/** Text of `git config --list --show-scope -z`: `scope NUL key LF value NUL`, without LF and value for a bare key. */
export function parseConfig(text: string): readonly ConfigEntry[] {
  const fields = text.split('\0');
  const entries: ConfigEntry[] = [];
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const [scope = '', entry = ''] = [fields[index], fields[index + 1]];
    const keyEnd = entry.indexOf('\n');
    if (keyEnd < 0) entries.push({ scope, key: entry, value: 'true' });
    else entries.push({ scope, key: entry.slice(0, keyEnd), value: entry.slice(keyEnd + 1) });
  }
  return entries;
}

/**
 * Settings that are the same for every call: nothing of the repository runs, nothing asks, nothing pages, and the
 * output does not depend on the person's settings.
 */
export const HARDENED: readonly string[] = [
  'core.fsmonitor=false',
  // Started for a repository that borrows objects: `true` prints nothing.
  'core.alternateRefsCommand=true',
  'core.hooksPath=/dev/null',
  'core.pager=cat',
  'core.quotePath=false',
  'credential.helper=',
  'protocol.ext.allow=never',
  'safe.bareRepository=explicit',
  'commit.gpgSign=false',
  'push.gpgSign=false',
  'log.showSignature=false',
  'gpg.program=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'submodule.recurse=false',
  'push.recurseSubmodules=no',
  'status.submoduleSummary=false',
  'diff.submodule=short',
  'diff.noprefix=false',
  'diff.mnemonicPrefix=false',
  'diff.relative=false',
  'i18n.commitEncoding=UTF-8',
];

/** What the configuration of a repository and its owner means for the next call. */
export interface ConfigFacts {
  /** `key=value`, to be passed with `-c`. */
  readonly overrides: readonly string[];
  /** Key in the repository's configuration that rewrites content when it is added, if any. */
  readonly filterKey: string | undefined;
  /** Key in the repository's configuration whose name keeps it from being overridden, if any. */
  readonly unoverridableKey: string | undefined;
  /** Key in the repository's configuration that could redirect a connection, if any. */
  readonly networkKey: string | undefined;
  /** Key in the configuration that may switch our own hook of a push off, if any. */
  readonly pushHookKey: string | undefined;
  /** Key in the repository's configuration that adds another source to a fetch, if any. */
  readonly fetchKey: string | undefined;
  /** Merge drivers in the repository's configuration: `merge.<name>`. */
  readonly mergeDrivers: readonly string[];
  /** Credential helpers of the person as `key=value`, without those of the repository. */
  readonly credentialHelpers: readonly string[];
  readonly sshCommand: string;
  /** Names of configured remotes. */
  readonly remotes: readonly string[];
  /** Whether only a part of the files is checked out. */
  readonly isSparse: boolean;
  /** Values of `remote.<name>.fetch`, by name. */
  readonly fetched: ReadonlyMap<string, readonly string[]>;
}

const DEFAULT_IDENTITY: Readonly<Record<string, string>> = {
  'user.name': 'wasap-agent',
  'user.email': 'wasap-agent@localhost',
};

const FILTER = /^(filter\..+)\.(?:clean|smudge|process)$/s;
const NETWORK =
  /^(?:http\..*(?:ssl|proxy|resolve).*|http\.(?:.*\.)?cookiefile|remote\..+\.(?:proxy|vcs)|core\.gitproxy)$/is;
/** Hooks by name, which git has beside those of `core.hooksPath` since 2.54. */
const HOOK = /^(hook\..+)\.(?:command|event|enabled)$/s;
/** Git would download from there before it asks the remote. */
const FETCH_SOURCE = /^(?:fetch|transfer)\.bundle/i;
const MERGE_DRIVER = /^(merge\..+)\.driver$/s;
const FETCHED = /^remote\.(.+)\.fetch$/s;
/** A helper whose url holds `=` cannot be passed on. */
const CREDENTIAL_HELPER = /^credential\.(?:[^=]+\.)?helper$/is;
const REMOTE_URL = /^remote\.(.+)\.(?:url|pushurl)$/s;

/** The person's own settings are trusted; those of the repository may execute anything. */
export function judgeConfig(entries: readonly ConfigEntry[]): ConfigFacts {
  const foreign = entries.filter(({ scope }) => scope === 'local' || scope === 'worktree');
  const personal = entries.filter(({ scope }) => scope === 'system' || scope === 'global');
  return {
    overrides: [...filterOverrides(foreign), ...hookOverrides(entries), ...identityOverrides(entries)],
    filterKey: foreign.find(({ key }) => FILTER.test(key))?.key,
    // `git -c` takes the first `=` for the end of the key: such a filter or hook would stay active.
    unoverridableKey: foreign.find(({ key }) => (FILTER.test(key) || HOOK.test(key)) && /[=\n]/.test(key))
      ?.key,
    pushHookKey: entries.find(({ key }) => key.startsWith('hook.pre-push.'))?.key,
    networkKey: foreign.find(({ key }) => NETWORK.test(key))?.key,
    fetchKey: foreign.find(({ key }) => FETCH_SOURCE.test(key))?.key,
    mergeDrivers: [...new Set(foreign.flatMap(({ key }) => MERGE_DRIVER.exec(key)?.[1] ?? []))],
    credentialHelpers: personal
      .filter(({ key }) => CREDENTIAL_HELPER.test(key))
      .map(({ key, value }) => `${key}=${value}`),
    sshCommand: personal.findLast(({ key }) => key === 'core.sshcommand')?.value ?? 'ssh',
    remotes: entries.flatMap(({ key }) => REMOTE_URL.exec(key)?.[1] ?? []),
    isSparse: isOn(entries.findLast(({ key }) => key === 'core.sparsecheckout')?.value),
    fetched: fetchRefspecs(entries),
  };
}

/** As git reads a switch, but one that it could not read counts as on. */
function isOn(value = 'false'): boolean {
  return !/^(?:|false|no|off|0)$/i.test(value);
}

function fetchRefspecs(entries: readonly ConfigEntry[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const { key, value } of entries) {
    const remote = FETCHED.exec(key)?.[1];
    if (remote !== undefined) found.set(remote, [...(found.get(remote) ?? []), value]);
  }
  return found;
}

function filterOverrides(foreign: readonly ConfigEntry[]): readonly string[] {
  const filters = new Set(foreign.flatMap(({ key }) => FILTER.exec(key)?.[1] ?? []));
  return [...filters].flatMap((filter) => [
    `${filter}.clean=`,
    `${filter}.smudge=`,
    `${filter}.process=`,
    `${filter}.required=false`,
  ]);
}

function hookOverrides(entries: readonly ConfigEntry[]): readonly string[] {
  const hooks = new Set(entries.flatMap(({ key }) => HOOK.exec(key)?.[1] ?? []));
  return [...hooks].map((hook) => `${hook}.enabled=false`);
}

function identityOverrides(entries: readonly ConfigEntry[]): readonly string[] {
  return Object.entries(DEFAULT_IDENTITY)
    .filter(([key]) => !entries.some((entry) => entry.key === key && entry.value.trim() !== ''))
    .map(([key, value]) => `${key}=${value}`);
}
