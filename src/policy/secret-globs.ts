import { isSecretPath } from './file-classes.ts';

/**
 * Samples of secret names. Where only the ending counts the stem is an unusual one, so that a glob such as `s*` does
 * not match.
 */
const SECRETS: readonly string[] = [
  ...[
    '.env',
    '.env.local',
    '.npmrc',
    '.netrc',
    '.pypirc',
    '.git-credentials',
    '.bash_history',
    '.ssh',
    '.aws',
    '.dev.vars',
    '.vault_pass',
    '.yarnrc.yml',
    '.sentryclirc',
    'wp-config.php',
    'auth.json',
    'local.properties',
    'kubeconfig',
  ],
  ...['.docker', '.kube', '.gnupg', 'id_rsa', 'zq.pem', 'zq.key', 'zq.p12', 'zq.jks', 'zq.env', 'zq.tfstate'],
  ...['credentials.json', 'creds.json', 'secrets.yaml', 'service-account.json', 'wa-auth'],
];
const ORDINARY: readonly string[] = ['a', 'a.ts', 'a.json', 'a.yaml', 'ab.txt'];

/** In UTF-16 code units; a longer pattern is not a file name. */
const MAX_NAME_LENGTH = 255;
/** How many spellings of one pattern are examined one by one. */
const MAX_SPELLINGS = 64;

/**
 * True for a file pattern that targets secrets: a part of it matches a secret name, and no ordinary name. `*` and
 * `*.json` match everything, `.e*` and `*.pem` do not.
 */
export function aimsAtSecret(pattern: string): boolean {
  const spellings = spellingsOf(pattern);
  return spellings === undefined || spellings.some((one) => one.split('/').some(partAims));
}

function partAims(part: string): boolean {
  if (!/[*?[]/.test(part)) return isSecretPath(part);
  if (part.length > MAX_NAME_LENGTH) return true;
  // `[...]` counts as any one character: rather too generous than too narrow.
  const signs = part
    .toLowerCase()
    .replace(/\[!?\]?[^\]]*\]/g, '?')
    .replaceAll(/\*+/g, '*');
  return SECRETS.some((name) => matches(signs, name)) && !ORDINARY.some((name) => matches(signs, name));
}

/** `{a,b}` written out; undefined when there are too many. */
function spellingsOf(pattern: string): readonly string[] | undefined {
  let open: readonly string[] = [pattern];
  for (let round = 0; round < 8; round += 1) {
    const next = open.flatMap(withoutFirstBrace);
    if (next.length > MAX_SPELLINGS) return undefined;
    if (next.length === open.length && next.every((text, index) => text === open[index])) return next;
    open = next;
  }
  return undefined;
}

function withoutFirstBrace(pattern: string): readonly string[] {
  const found = /\{([^{}]*)\}/.exec(pattern);
  if (found === null) return [pattern];
  const [braces, inside = ''] = found;
  const [before, after] = [pattern.slice(0, found.index), pattern.slice(found.index + braces.length)];
  return inside.split(',').map((part) => `${before}${part}${after}`);
}

/** `*` is any text, `?` any one character. Goes back to the last `*` only: no pattern makes it slow. */
function matches(signs: string, name: string): boolean {
  let star = -1;
  let from = 0;
  let at = 0;
  for (let index = 0; index < name.length; ) {
    if (signs[at] === '?' || signs[at] === name[index]) {
      at += 1;
      index += 1;
    } else if (signs[at] === '*') {
      star = at;
      from = index;
      at += 1;
    } else if (star >= 0) {
      from += 1;
      index = from;
      at = star + 1;
    } else return false;
  }
  return /^\**$/.test(signs.slice(at));
}
