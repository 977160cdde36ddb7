/** True when `version` is at least `least`, as `22.12.1` for `22.12`; missing parts count as 0. */
export function isAtLeast(version: string, least: string): boolean {
  const [has, needs] = [version, least].map((text) =>
    [0, 1, 2].reduce((sum, at) => sum * 10_000 + Number(/^\d+/.exec(text.split('.')[at] ?? '')?.[0] ?? 0), 0),
  );
  return has !== undefined && needs !== undefined && has >= needs;
}
