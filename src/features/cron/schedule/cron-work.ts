/**
 * What a cron does with its words. `task`: as if its maker had written them then. Other commands are never run by a
 * clock: nobody would see what they answer.
 */
export type CronWork =
  | { readonly kind: 'message' | 'task'; readonly text: string }
  | { readonly kind: 'refused'; readonly command: string };

/** A task, or one that is only tried out: `/agent …`, `/agent? …`, `/agent ?…`. */
const TASK = /^\/agent\??\s+(?:\?\s*)?[^\s?]/i;

export function workOf(message: string): CronWork {
  const text = message.trim();
  if (!text.startsWith('/')) return { kind: 'message', text };
  if (TASK.test(text)) return { kind: 'task', text };
  return { kind: 'refused', command: text.split(/\s/, 1)[0] ?? text };
}
