import type { NamedTool } from '../../../claude-files/tool-names.ts';
import type { Hook } from '../hook.ts';

/** What a pattern may consist of: names, and signs that stand for a few or for any characters. */
const PLAIN = /^[\w|*.^$-]*$/;

/**
 * Whether a hook is about a tool, under our own name for it or under one of Claude Code's. Patterns are read without
 * their parentheses and classes, which could make a search endless: one that has such signs is about every tool,
 * because a hook that forbids something must not be passed over.
 */
export function isAbout({ matcher }: Pick<Hook, 'matcher'>, { name, claudeCode }: NamedTool): boolean {
  const pattern = matcher.trim();
  if (pattern === '' || pattern === '*' || !PLAIN.test(pattern)) return true;
  const parts = pattern.split('|').map((part) => part.replace(/^\^|\$$/g, ''));
  return [name, ...claudeCode].some((one) => parts.some((part) => matches(part, one)));
}

/** `.*` and `*` are any characters, `.` is any one; the rest is the name itself. */
function matches(part: string, name: string): boolean {
  const pieces = part.split(/\.?\*+/);
  const [first = '', ...rest] = pieces;
  if (!startsLike(name, first)) return false;
  let from = first.length;
  for (const piece of rest.slice(0, -1)) {
    const at = positionOf(name, piece, from);
    if (at === -1) return false;
    from = at + piece.length;
  }
  const last = rest.at(-1);
  if (last === undefined) return name.length === first.length;
  return name.length - last.length >= from && startsLike(name.slice(name.length - last.length), last);
}

function positionOf(name: string, piece: string, from: number): number {
  for (let at = from; at + piece.length <= name.length; at += 1)
    if (startsLike(name.slice(at), piece)) return at;
  return -1;
}

function startsLike(name: string, piece: string): boolean {
  return piece.length <= name.length && [...piece].every((sign, at) => sign === '.' || sign === name[at]);
}
