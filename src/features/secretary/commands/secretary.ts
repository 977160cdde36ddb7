import { type ChatCommand, type CommandContext, replyAction } from '../../../contracts/commands.ts';
import { sentencePattern } from '../../../gateway/questions/plain-words.ts';
import { MAX_REQUEST_LENGTH } from '../routing/model-questions.ts';
import type { RoutingStore, SecretaryAnswer } from '../routings.ts';
import { ACTIVATION_MODES, type ActivationMode } from '../secretary-file.ts';
import { secretaryTexts } from '../texts/texts.ts';
import { typedAnswerActions } from './answer.ts';

const YES = /^(?:yes|y|ok|s[ií]|vale|dale)[.!]?$/iu;
const OFF = /^(?:off|no|revoke|quitar|quita|revocar)[.!]?$/iu;

const VERBS: Readonly<Record<string, 'help' | 'mode' | 'cancel'>> = {
  help: 'help',
  ayuda: 'help',
  mode: 'mode',
  modo: 'mode',
  cancel: 'cancel',
  cancelar: 'cancel',
};

/** Names that people may type; the file has the English ones. */
const MODES: Readonly<Record<string, ActivationMode>> = {
  atenta: 'aware',
  proactiva: 'proactive',
  proactivo: 'proactive',
};

/** See `ChatCommand.asked`. */
const QUESTION_PATTERN = sentencePattern(
  '(?:find|use|choose|pick) a specialist',
  '(?:busco|buscar|encuentro|encontrar|uso|usar|elijo|elegir) un especialista',
);

type OpenRoutings = Pick<RoutingStore, 'findOpen'>;

export function secretaryCommand(rows: OpenRoutings): ChatCommand {
  return {
    name: 'secretary',
    takesYes: true,
    aliases: ['secretaria'],
    topic: 'tasks',
    asked: QUESTION_PATTERN,
    describe: (texts) => secretaryTexts(texts).commands.secretary,
    run(rest, context) {
      if (rest === '') return [replyAction(secretaryTexts(context.texts).chat.help)];
      return (
        withWords(rest, context, rows) ??
        subCommandActions(rest, context, rows) ??
        routeActions(rest, context)
      );
    },
  };
}

/** Sub-commands that take further words. */
function withWords(
  rest: string,
  context: CommandContext,
  rows: OpenRoutings,
): readonly SecretaryAnswer[] | undefined {
  const answer = /^(?:answer|responder)(?:\s+(.*))?$/isu.exec(rest);
  if (answer !== null) return typedAnswerActions((answer[1] ?? '').trim(), context, rows);
  const trusted = /^(?:trust|confiar)(?:\s+(\S+))?(?:\s+(\S+))?$/isu.exec(rest);
  return trusted === null ? undefined : trustActions(trusted[1] ?? '', trusted[2] ?? '', context);
}

/** `mode the dark theme` is a request. */
function subCommandActions(
  rest: string,
  context: CommandContext,
  rows: OpenRoutings,
): readonly SecretaryAnswer[] | undefined {
  const [first = '', word, ...more] = rest.toLowerCase().split(/\s+/);
  const verb = Object.hasOwn(VERBS, first) && more.length === 0 ? VERBS[first] : undefined;
  if (verb === 'mode') return modeActions(word, context);
  if (word !== undefined) return undefined;
  if (verb === 'help') return [replyAction(secretaryTexts(context.texts).chat.help)];
  return verb === 'cancel' ? cancelActions(context, rows) : undefined;
}

/** Starts the search for a specialist; no task begins. */
function routeActions(request: string, { texts }: Pick<CommandContext, 'texts'>): readonly SecretaryAnswer[] {
  if (request.length > MAX_REQUEST_LENGTH)
    return [replyAction(secretaryTexts(texts).chat.tooLong(String(MAX_REQUEST_LENGTH)))];
  return [{ kind: 'secretary.route', request, isPlain: false }];
}

function modeActions(
  wanted: string | undefined,
  { workspace, texts }: CommandContext,
): readonly SecretaryAnswer[] {
  if (wanted === undefined) return [{ kind: 'secretary.mode', path: workspace, mode: undefined }];
  const mode = ACTIVATION_MODES.find((one) => one === (MODES[wanted] ?? wanted));
  return [
    mode === undefined
      ? replyAction(secretaryTexts(texts).chat.modes)
      : { kind: 'secretary.mode', path: workspace, mode },
  ];
}

function cancelActions(
  { conversation, sender, texts }: CommandContext,
  rows: OpenRoutings,
): readonly SecretaryAnswer[] {
  const open = rows.findOpen(conversation, sender);
  if (open === undefined) return [replyAction(secretaryTexts(texts).chat.noneOpen)];
  return [
    { kind: 'secretary.end', routing: open.seq, as: 'cancelled' },
    replyAction(secretaryTexts(texts).finding.cancelled),
  ];
}

/** Only for an owner, in a chat with nobody else. */
function trustActions(
  agent: string,
  typed: string,
  { person, isGroup, workspace, texts }: CommandContext,
): readonly SecretaryAnswer[] {
  if (person.role !== 'owner') return [replyAction(texts.replies.ownersOnly)];
  if (isGroup) return [replyAction(texts.trust.notInGroup)];
  if (agent === '') return [replyAction(secretaryTexts(texts).chat.trust.how)];
  const answer = YES.test(typed) ? 'yes' : OFF.test(typed) ? 'off' : 'ask';
  return [{ kind: 'secretary.trust', path: workspace, agent, answer }];
}
