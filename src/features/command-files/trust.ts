import { trustedKindOf } from '../../claude-files/trusted-kind.ts';
import { type Action, type ChatCommand, type CommandContext, replyWith } from '../../contracts/commands.ts';
import type { FeatureQuestion, HandlersOf, QuestionSource } from '../../contracts/feature.ts';
import type { TrustedFile } from '../../contracts/grants.ts';
import type { Store } from '../../contracts/store.ts';
import { foldName } from '../../core/nearest-name.ts';
import { inlineCode } from '../../core/text.ts';
import { formatAge } from '../../core/texts/format.ts';
import { ownersOnly } from '../../gateway/people/authority.ts';
import {
  reviewTrust,
  showInLine,
  type TrustChange,
  trustHandler,
  trustWord,
} from '../../gateway/people/trust-step.ts';
import { plainYesOrNo } from '../../gateway/questions/answer-words.ts';
import { lastWritten } from '../../gateway/questions/open-questions.ts';
import { projectName } from '../../gateway/tasks/projects.ts';
import { escapeHidden } from '../../policy/display.ts';
import { titleLine } from '../../policy/redaction.ts';
import { preApprovedBy } from '../../tools/pre-approved.ts';
import type { CommandFileRegistry, NamedCommandFile } from './command-file.ts';
import { type CommandFileLookup, findNamedFile } from './find-for-message.ts';
import { commandFileTexts } from './texts/texts.ts';

/** Longest name where several questions are open, in UTF-16 code units: about a line of a phone. */
const MAX_LINE_LENGTH = 60;

export type TrustAction =
  /** Shows the file of this name with what it would permit, or accepts it if it is the one that was shown. */
  | { readonly kind: 'command-files.review'; readonly name: string; readonly isYes: boolean }
  | TrustChange<'command-files.trust'>;
type TrustAnswer = Action | TrustAction;

/**
 * Lets a command file pre-approve the tools in its `allowed-tools`: only for an owner, in a chat with nobody else,
 * and for exactly the bytes that they were shown.
 */
export const trustCommand: ChatCommand = {
  name: 'trust',
  takesYes: true,
  aliases: ['confiar'],
  topic: 'safety',
  describe: (texts) => commandFileTexts(texts).command,
  run(rest, context): readonly TrustAnswer[] {
    const { person, isGroup, texts } = context;
    if (person.role !== 'owner') return replyWith(texts.replies.ownersOnly);
    if (isGroup) return replyWith(texts.trust.notInGroup);
    const [typed = '', answer = ''] = rest.split(/\s+/);
    if (typed === '') return replyWith(trustOverview(context));
    const name = typed.replace(/^\//, '');
    const said = trustWord(answer);
    if (said === 'off') return takeBack(name, context);
    return [{ kind: 'command-files.review', name, isYes: said === 'yes' }];
  },
};

/** How the answers of owners are carried out. */
export function trustActions(
  registry: CommandFileRegistry,
  store: Pick<Store, 'trust'>,
): HandlersOf<TrustAction> {
  return {
    'command-files.review': {
      grants: ({ isYes }) => isYes,
      refusal: ownersOnly,
      async perform({ name, isYes }, { context }) {
        const named = await findNamedFile(name, context, registry);
        return reviewFile(named, { name, isYes }, context);
      },
    },
    'command-files.trust': trustHandler(store.trust),
  };
}

/**
 * The file that this person was asked about by the last message: only its own words accept it, but a bare yes may be
 * meant for it.
 */
export const trustQuestions: QuestionSource = {
  listOpen(context, before) {
    const last = before && lastWritten(before, context);
    const file = last && context.store.trust.findShownTo(context.sender, last.receivedAtMs);
    return file === undefined ? [] : [trustQuestion(file, context)];
  },
  findQuoted: () => undefined,
};

function trustQuestion(file: TrustedFile, context: CommandContext): FeatureQuestion {
  return {
    code: 'trust',
    choices: 2,
    askedAtMs: Number.POSITIVE_INFINITY,
    lines: [`🔑 ${escapeHidden(titleLine(file.name, MAX_LINE_LENGTH))}`, `   ${trustAnswer(file, context)}`],
    answer: ({ text }) => (plainYesOrNo(text) === true ? trustReminder(file, context) : undefined),
  };
}

function reviewFile(
  named: CommandFileLookup['named'],
  { name, isYes }: { readonly name: string; readonly isYes: boolean },
  context: CommandContext,
): readonly TrustAnswer[] {
  const { trust, files } = commandFileTexts(context.texts);
  if (named === 'too-large') return replyWith(files.tooLargeFile);
  if (named === undefined) return replyWith(trust.noFile(showInLine(name)));
  if (named.source === 'own') return replyWith(trust.yours(named.name));
  const calls = preApprovedBy(named.allowedTools);
  if (calls.length === 0) return replyWith(trust.nothing(named.name));
  const file = trustedCommandFile(named, context);
  return reviewTrust(
    { kind: 'command-files.trust', file, name: named.name, calls, words: trust },
    isYes,
    context,
  );
}

/** Reply to a bare yes. A file is accepted only by its name, so that a yes cannot mean another file than was shown. */
function trustReminder(file: TrustedFile, context: CommandContext): readonly Action[] {
  return replyWith(commandFileTexts(context.texts).trust.howToAccept(trustAnswer(file, context)));
}

/** The words that accept this file. */
function trustAnswer({ name, path }: TrustedFile, { texts }: CommandContext): string {
  const { yesTo } = commandFileTexts(texts).trust;
  return yesTo[trustedKindOf(path)](showInLine(name));
}

function takeBack(name: string, context: CommandContext): readonly TrustAnswer[] {
  const { store, workspace, texts } = context;
  const { trust } = commandFileTexts(texts);
  const files = store.trust.list(workspace);
  const alike = files.find((one) => foldName(one.name) === foldName(name));
  const file = files.find((one) => one.name === name) ?? alike;
  if (file === undefined) return replyWith(trust.notAccepted(showInLine(name)));
  return [
    { kind: 'command-files.trust', change: 'revoke', file },
    ...replyWith(takenBackText(file, context)),
  ];
}

function takenBackText({ name, path }: TrustedFile, { texts }: CommandContext): string {
  const { trust } = commandFileTexts(texts);
  switch (trustedKindOf(path)) {
    case 'command':
      return trust.takenBack(showInLine(name));
    case 'specialist':
      return texts.trust.specialistTakenBack(showInLine(name));
    case 'skill':
    case 'hooks':
      return trust.fileTakenBack(showInLine(name));
  }
}

function trustOverview({ store, workspace, nowMs, texts }: CommandContext): string {
  const { trust, command } = commandFileTexts(texts);
  const files = store.trust.list(workspace);
  const project = projectName(workspace);
  if (files.length === 0) return [trust.none(project), command.usage, command.more].join('\n');
  const lines = files.map(({ name, path, atMs }) =>
    trust.lines[trustedKindOf(path)](showInLine(name), inlineCode(showInLine(path)), formatAge(nowMs - atMs)),
  );
  return [trust.listTitle(project), ...lines, trust.howToTakeBack].join('\n');
}

/** The file as it is now, as this person sees it. */
export function trustedCommandFile(
  { name, path, hash }: NamedCommandFile,
  { workspace, sender, nowMs }: Pick<CommandContext, 'workspace' | 'sender' | 'nowMs'>,
): TrustedFile {
  return { workspace, name, path, hash, person: sender, atMs: nowMs };
}
