/**
 * What a cron does with its words: it says them in the chat, or begins a task, which may be a dry run, as if its maker
 * had written them then. Other commands are never run by a clock: nobody would see what they answer.
 */
export type ParsedCronAction =
  | { readonly kind: 'message' | 'agent' | 'dry-run'; readonly text: string }
  | { readonly kind: 'refused'; readonly command: string };

/** `/agent …`, `/agent? …`, `/agent ?…`, and the same as `/agente`. */
const TASK = /^\/agente?(\?)?\s+(\?\s*)?([^\s?][\s\S]*)$/i;

export function parseCronAction(message: string): ParsedCronAction {
  const text = message.trim();
  if (!text.startsWith('/')) return { kind: 'message', text };
  const [, before, behind, task] = TASK.exec(text) ?? [];
  if (task === undefined) return { kind: 'refused', command: text.split(/\s/, 1)[0] ?? text };
  return { kind: before === undefined && behind === undefined ? 'agent' : 'dry-run', text: task };
}

/** True when it begins a task, which costs money. */
export function beginsTask({ kind }: ParsedCronAction): boolean {
  return kind === 'agent' || kind === 'dry-run';
}
