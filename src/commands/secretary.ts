import type { Action, ChatCommand, CommandContext } from '../contracts/commands.ts';
import { ACTIVATION_MODES, type ActivationMode } from '../contracts/specialists.ts';
import { LONGEST_REQUEST } from '../secretary/interpret.ts';
import { typedAnswerActions } from './secretary-answer.ts';

type Verb = 'help' | 'mode' | 'cancel';

const VERBS: Readonly<Record<string, Verb>> = {
  help: 'help',
  ayuda: 'help',
  mode: 'mode',
  modo: 'mode',
  cancel: 'cancel',
  cancelar: 'cancel',
};

/** As a person may write them; the file has the English ones. */
const MODES: Readonly<Record<string, ActivationMode>> = {
  atenta: 'aware',
  proactiva: 'proactive',
  proactivo: 'proactive',
};

export const secretaryCommand: ChatCommand = {
  name: 'secretary',
  aliases: ['secretaria'],
  describe: (texts) => texts.commands.secretary,
  run(rest, context) {
    const answer = /^(?:answer|responder)(?:\s+(.*))?$/isu.exec(rest);
    if (answer !== null) return typedAnswerActions((answer[1] ?? '').trim(), context);
    const [first = '', ...words] = rest.split(/\s+/);
    // `mode the dark theme` is a request.
    const verb =
      words.length > 1 || !Object.hasOwn(VERBS, first.toLowerCase()) ? undefined : VERBS[first.toLowerCase()];
    if (rest === '' || (verb === 'help' && words.length === 0)) return [reply(context.texts.routing.help)];
    if (verb === 'mode') return modeActions(words[0]?.toLowerCase(), context);
    if (verb === 'cancel' && words.length === 0) return cancelActions(context);
    return routeActions(rest, context);
  },
};

/** Has somebody looked for; nothing begins. */
function routeActions(request: string, { texts }: Pick<CommandContext, 'texts'>): readonly Action[] {
  if (request.length > LONGEST_REQUEST) return [reply(texts.routing.tooLong(String(LONGEST_REQUEST)))];
  return [{ kind: 'route', request, isPlain: false }];
}

function modeActions(wanted: string | undefined, { workspace, texts }: CommandContext): readonly Action[] {
  if (wanted === undefined) return [{ kind: 'secretary-mode', path: workspace, mode: undefined }];
  const mode = ACTIVATION_MODES.find((one) => one === (MODES[wanted] ?? wanted));
  return [
    mode === undefined ? reply(texts.routing.modes) : { kind: 'secretary-mode', path: workspace, mode },
  ];
}

function cancelActions({ conversation, sender, store, texts }: CommandContext): readonly Action[] {
  const open = store.routings.open(conversation, sender);
  if (open === undefined) return [reply(texts.routing.noneOpen)];
  return [{ kind: 'end-routing', routing: open.seq, as: 'cancelled' }, reply(texts.secretary.cancelled)];
}

function reply(text: string): Action {
  return { kind: 'reply', text };
}
