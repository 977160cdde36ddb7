import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** Undefined takes the variable out. */
export type EnvChanges = Readonly<Record<string, string | undefined>>;

/**
 * The text of a `.env` file with these variables set or taken out. Everything else stays as it is: comments, unknown
 * lines, the order. A variable that was named twice is named once.
 */
export function withVariables(text: string, changes: EnvChanges): string {
  const missing = new Map(Object.entries(changes));
  const lines = text.split('\n').flatMap((line) => {
    const name = /^\s*(?:export\s+)?(\w+)\s*=/.exec(line)?.[1] ?? '';
    if (!Object.hasOwn(changes, name)) return [line];
    const value = changes[name];
    return missing.delete(name) && value !== undefined ? [`${name}=${quoteValue(value)}`] : [];
  });
  while (lines.at(-1) === '') lines.pop();
  const added = [...missing].flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${quoteValue(value)}`],
  );
  const all = [...lines, ...added];
  return all.length === 0 ? '' : `${all.join('\n')}\n`;
}

/** Quoted text is literal; without quotes a `#` would begin a comment. */
function quoteValue(value: string): string {
  if (/^[\w./:@%+,~-]*$/.test(value)) return value;
  const quote = ["'", '"', '`'].find((sign) => !value.includes(sign)) ?? "'";
  return `${quote}${value}${quote}`;
}

/**
 * Sets variables in a `.env` file, created if it does not exist, readable by this user alone. The file is replaced in
 * one step, so it is never half written.
 * @returns false when the file already has these values
 */
export function saveVariables(file: string, changes: EnvChanges): boolean {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // A link to another place stays a link.
  const target = existsSync(file) ? realpathSync(file) : file;
  const before = existsSync(target) ? readFileSync(target, 'utf8') : '';
  const after = withVariables(before, changes);
  if (after === before) return false;
  const draft = `${target}.${process.pid}`;
  const descriptor = openSync(draft, 'w', 0o600);
  try {
    chmodSync(draft, 0o600);
    writeSync(descriptor, after);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(draft, target);
  return true;
}
