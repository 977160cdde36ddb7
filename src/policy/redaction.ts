import type { Redactor } from '../contracts/policy.ts';

const MASK = '[secret]';
/** Shorter values would blot out ordinary words. */
const SHORTEST_SECRET = 8;

/**
 * Formats that are tokens and nothing else. None begins inside a longer run of letters and digits, and those without
 * a separator of their own not inside base64 either: hashes and integrity strings must stay readable.
 */
const TOKENS = [
  '(?<![A-Za-z0-9])sk-(?:ant|proj|svcacct)-[\\w-]{16,}',
  '(?<![A-Za-z0-9])gh[pousr]_[A-Za-z0-9]{20,}',
  '(?<![A-Za-z0-9])github_pat_\\w{20,}',
  '(?<![A-Za-z0-9])glpat-[\\w-]{20,}',
  '(?<![A-Za-z0-9])npm_[A-Za-z0-9]{36}(?![A-Za-z0-9])',
  '(?<![A-Za-z0-9])xox[abeoprs]-[A-Za-z0-9-]{10,}',
  '(?<![A-Za-z0-9+/_-])A(?:KIA|SIA)[0-9A-Z]{16}(?![A-Za-z0-9+/=_-])',
  '(?<![A-Za-z0-9+/_-])AIza[\\w-]{35}(?![\\w+/=-])',
  '(?<![A-Za-z0-9+/_-])eyJ[\\w-]{8,}\\.eyJ[\\w-]{8,}\\.[\\w-]{8,}',
  '-----BEGIN [A-Z ]*PRIVATE KEY-----[^]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$(?![^]))',
];

const AUTHORIZATION =
  '(?<keep>[Aa]uthorization["\']?\\s{0,3}[:=]\\s{0,3}["\']?(?:[Bb]earer|[Bb]asic|[Tt]oken)\\s{1,3})[\\w.~+/=-]{8,}';

/** Replaces token formats, and the given values in plain, JSON, URL and base64 form, by `[secret]`. */
export function createRedactor({ secrets }: { readonly secrets: readonly string[] }): Redactor {
  const values = secrets.filter((secret) => secret.length >= SHORTEST_SECRET).flatMap(formsOf);
  // The longest first, or a value that begins with another would leave its tail behind.
  const literals = [...new Set(values)].sort((a, b) => b.length - a.length).map(escapeForPattern);
  const pattern = new RegExp([...literals, AUTHORIZATION, ...TOKENS].join('|'), 'g');
  return { redact: (text) => text.replace(pattern, `$<keep>${MASK}`) };
}

function formsOf(secret: string): readonly string[] {
  const forms = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    ...base64Forms(secret),
  ];
  return forms.filter((form) => form.length >= SHORTEST_SECRET);
}

/** Base64 of a value looks different at each of three offsets; only characters that depend on it alone are kept. */
function base64Forms(secret: string): readonly string[] {
  return [0, 1, 2].flatMap((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
    const [from, to] = [Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6)];
    return [bytes.toString('base64').slice(from, to), bytes.toString('base64url').slice(from, to)];
  });
}

function escapeForPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
