/** Names whose values are secret. */
const SECRET_NAME =
  /secret|token|passw|passphrase|pwd|credential|private|signature|salt|webhook|auth(?!or)|api_?key|access_?key|_key$|^key$|dsn|_url$|_uri$|connection/i;

/** Placeholders and settings: hiding them would make ordinary output unreadable. */
const ORDINARY =
  /^(?:true|false|null|none|undefined|production|development|staging|testing|disabled|enabled|required|optional|password|changeme|change-me|secret|example|localhost|(?:your|my|some|the)[-_ ].*|<.*>|\*+|x+|[\d.,:]+)$/i;

const MIN_LENGTH = 8;
/** Shortest value without a telling name that counts as a secret, if it mixes letters and digits. */
const MIN_UNNAMED_LENGTH = 16;
const MAX_LENGTH = 4_096;

/**
 * `NAME=value`, `export NAME="value"`, `name: value`, `"name": "value"`, `//host/:_authToken=value`, `password value`.
 */
const PAIR =
  /(?:^|[\s{,;])(?:export\s+|["']?)(?<name>[\w./:@-]*\w)["']?\s*[:=]\s*(?:"(?<double>(?:[^"\\\n]|\\.)*)"|'(?<single>[^'\n]*)'|(?<bare>[^\s"'#,;{}[\]][^\s,;]*))|\b(?:password|login)\s+(?<word>\S+)/gm;

/** `define('NAME', 'value')` of PHP, `<name>value</name>` of XML, and `Password=value` inside of a longer value. */
const OTHER_PAIRS = [
  /["'](?<name>\w+)["']\s*,\s*["'](?<value>[^"'\n]+)["']/g,
  /<(?<name>[\w.:-]+)>\s*(?<value>[^<>\n]+?)\s*<\/\k<name>>/g,
  /\b(?<name>password|pwd|accountkey|sharedaccesskey)=(?<value>[^;"'\s<>]+)/gi,
];

/** One line of a key or certificate. */
const KEY_LINE = /^[A-Za-z0-9+/]{16,}={0,2}$/gm;

/** Public by nature; a bundle of them would crowd out the secrets. */
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g;

/** The values in a secret file's text that must never be shown. Ordinary settings are left out. */
export function secretsInText(whole: string): readonly string[] {
  const text = whole.replace(CERTIFICATE, '');
  const pairs = [...text.matchAll(PAIR)].flatMap(({ groups = {} }) => {
    const { name = 'password', double, single, bare, word } = groups;
    return secretsOf(name, double ?? single ?? bare ?? word ?? '');
  });
  const others = OTHER_PAIRS.flatMap((pattern) => [...text.matchAll(pattern)]).flatMap(({ groups = {} }) =>
    secretsOf(groups.name ?? '', groups.value ?? ''),
  );
  const lines = [...text.matchAll(KEY_LINE)].map(([line]) => line);
  return [...new Set([...pairs, ...others, ...lines])];
}

/** The secret values among this program's environment variables. */
export function secretsInVariables(
  variables: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  return Object.entries(variables).flatMap(([name, value = '']) =>
    isSecretName(name) ? secretsOf(name, value) : [],
  );
}

function secretsOf(name: string, value: string): readonly string[] {
  const password = /^[a-z][\w+.-]*:\/\/[^\s/@:]*:([^\s/@]+)@/i.exec(value)?.[1];
  if (password !== undefined) return [value, password].filter((text) => isSecret(text, true));
  // Addresses and paths are not secrets, except those that give access to everybody who knows them.
  if (/^(?:[a-z][\w+.-]*:\/\/|[./~])/i.test(value)) return /webhook/i.test(name) ? [value] : [];
  return isSecret(value, isSecretName(name)) ? [value] : [];
}

function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}

function isSecret(value: string, isNamed: boolean): boolean {
  if (value.length < MIN_LENGTH || value.length > MAX_LENGTH || ORDINARY.test(value)) return false;
  return isNamed || looksRandom(value);
}

function looksRandom(value: string): boolean {
  return (
    value.length >= MIN_UNNAMED_LENGTH && /^\S+$/.test(value) && /\d/.test(value) && /[a-z]/i.test(value)
  );
}
