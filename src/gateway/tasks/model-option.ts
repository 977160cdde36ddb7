import type { Action, CommandContext } from '../../contracts/commands.ts';
import { inlineCode } from '../../core/text.ts';
import { profileMeant } from '../../models/profile.ts';

export interface TypedTask {
  /** The model as it was typed; when undefined, that of the chat. */
  readonly model: string | undefined;
  readonly task: string;
}

/** `--model opus fix the login`: a task with a model for itself alone. */
export function readModelOption(typed: string): TypedTask {
  const [, model, task = typed] =
    /^(?:--|—)(?:model|modelo)(?:\s*=\s*|\s+)(\S+)\s*([\s\S]*)$/i.exec(typed) ?? [];
  return { model, task };
}

/**
 * Begins what was typed behind a command, with the model that stands before it.
 * @param start begins the task alone; called with an empty one where only a model was named
 */
export function withModelOption(
  typed: string,
  { program, texts }: Pick<CommandContext, 'program' | 'texts'>,
  start: (task: string) => readonly Action[],
): readonly Action[] {
  const { model: said, task } = readModelOption(typed);
  if (said === undefined) return start(typed);
  const names = program.models.map(({ name }) => name);
  const model = profileMeant(said, names);
  if (model === undefined)
    return [
      { kind: 'reply', text: texts.tasks.unknownModel(inlineCode(said), names.map(inlineCode).join(', ')) },
    ];
  return start(task).map((action) => (action.kind === 'start' ? { ...action, model } : action));
}
