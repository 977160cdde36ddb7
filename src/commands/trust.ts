import type { Permitted } from '../contracts/assignment.ts';
import type { NamedCommandFile } from '../contracts/command-files.ts';
import type { Action, ChatCommand, CommandContext } from '../contracts/commands.ts';
import type { TrustedFile } from '../contracts/trust.ts';
import { foldedName } from '../core/nearest-name.ts';
import { code, oneLine } from '../core/text.ts';
import { formatAge } from '../core/texts/format.ts';
import type { Texts } from '../core/texts/texts.ts';
import { preApprovedBy } from '../library/pre-approved.ts';
import { isAgentFile } from '../library/trusted-kind.ts';
import { escapeHidden } from '../policy/display.ts';
import { projectName } from './project-name.ts';

/** How long a question about a file is open. */
const WAIT_MS = 60 * 60_000;
const MAX_LENGTH = 200;

const YES = /^(?:yes|y|ok|okay|s[ií]|vale|dale|acepto|accept)[.!]?$/iu;
const OFF = /^(?:off|no|remove|revoke|quita|quitar|revocar|fuera)[.!]?$/iu;

/**
 * Lets a command file pre-approve the tools in its `allowed-tools`: only for an owner, in a chat with nobody else,
 * and for exactly the bytes that they were shown.
 */
export const trustCommand: ChatCommand = {
  name: 'trust',
  aliases: ['confiar'],
  describe: (texts) => texts.commands.trust,
  run(rest, context) {
    const { person, isGroup, texts } = context;
    if (person.role !== 'owner') return replyWith(texts.replies.ownersOnly);
    if (isGroup) return replyWith(texts.trust.notInGroup);
    const [typed = '', answer = ''] = rest.split(/\s+/);
    if (typed === '') return replyWith(overview(context));
    const name = typed.replace(/^\//, '');
    if (OFF.test(answer)) return takeBack(name, context);
    const { named, workspace } = context.seen;
    if (named === 'too-large') return replyWith(texts.commandFiles.tooLargeFile);
    if (named === undefined || workspace !== context.workspace)
      return replyWith(texts.trust.noFile(showText(name)));
    if (named.source === 'own') return replyWith(texts.trust.yours(named.name));
    const calls = preApprovedBy(named.allowedTools);
    if (calls.length === 0) return replyWith(texts.trust.nothing(named.name));
    return YES.test(answer) ? accept(named, calls, context) : ask(named, calls, context);
  },
};

function ask(
  named: NamedCommandFile,
  calls: readonly Permitted[],
  context: CommandContext,
): readonly Action[] {
  const { trust } = context.texts;
  const file = fileOf(named, context);
  const isThere = context.store.trust.isAccepted(file);
  const lines = [
    trust.title(named.name, code(showText(named.path))),
    ...calls.map((call) => callLine(call, trust)),
    trust.reach,
    isThere ? trust.already(named.name) : trust.confirm(named.name),
  ];
  return [
    ...(isThere ? [] : [{ kind: 'trust', change: 'show', file } as const]),
    ...replyWith(lines.join('\n')),
  ];
}

/** Only the file that was shown to this very person, not long ago; else it is shown (again). */
function accept(
  named: NamedCommandFile,
  calls: readonly Permitted[],
  context: CommandContext,
): readonly Action[] {
  const { store, workspace, sender, nowMs, texts } = context;
  const file = fileOf(named, context);
  const asked = store.trust.shown(workspace, named.name);
  const isMeant =
    asked !== undefined &&
    asked.person === sender &&
    asked.path === file.path &&
    asked.hash === file.hash &&
    nowMs - asked.atMs < WAIT_MS;
  if (isMeant)
    return [{ kind: 'trust', change: 'accept', file }, ...replyWith(texts.trust.accepted(named.name))];
  const again = ask(named, calls, context);
  const hasChanged = asked !== undefined && asked.hash !== file.hash;
  return hasChanged ? [...replyWith(texts.trust.changed(named.name)), ...again] : again;
}

/** Reply to a bare yes: a file is accepted by its name alone, so that nobody accepts another one than was shown. */
export function trustReminder({ name, path }: TrustedFile, { texts }: CommandContext): readonly Action[] {
  return replyWith(texts.trust.howToAccept(trustAnswer({ name, path })));
}

/** The words that accept this file. */
export function trustAnswer({ name, path }: Pick<TrustedFile, 'name' | 'path'>): string {
  return `/${isAgentFile(path) ? 'secretary trust' : 'trust'} ${showText(name)} yes`;
}

function takeBack(name: string, context: CommandContext): readonly Action[] {
  const { store, workspace, texts } = context;
  const files = store.trust.list(workspace);
  const alike = files.find((one) => foldedName(one.name) === foldedName(name));
  const file = files.find((one) => one.name === name) ?? alike;
  if (file === undefined) return replyWith(texts.trust.notAccepted(showText(name)));
  const words = isAgentFile(file.path) ? texts.routing.trust : texts.trust;
  return [{ kind: 'trust', change: 'revoke', file }, ...replyWith(words.takenBack(showText(file.name)))];
}

function overview({ store, workspace, nowMs, texts }: CommandContext): string {
  const { trust, commands } = texts;
  const files = store.trust.list(workspace);
  const project = projectName(workspace);
  if (files.length === 0) return [trust.none(project), commands.trust.usage, commands.trust.more].join('\n');
  const lines = files.map(({ name, path, atMs }) =>
    trust[isAgentFile(path) ? 'specialist' : 'line'](
      showText(name),
      code(showText(path)),
      formatAge(nowMs - atMs),
    ),
  );
  return [trust.listTitle(project), ...lines, trust.howToTakeBack].join('\n');
}

function fileOf(
  { name, path, hash }: NamedCommandFile,
  { workspace, sender, nowMs }: CommandContext,
): TrustedFile {
  return { workspace, name, path, hash, person: sender, atMs: nowMs };
}

function callLine({ tool, command }: Permitted, { anyCommand, edits, beginning }: Texts['trust']): string {
  if (tool !== 'run_command') return `• ${edits[tool === 'apply_patch' ? 'change' : 'write']}`;
  if (command === undefined) return `• ${anyCommand}`;
  const line = code(showText(command.words.join(' ')));
  return `• ${command.isWhole ? line : beginning(line)}`;
}

function showText(text: string): string {
  return escapeHidden(oneLine(text, MAX_LENGTH));
}

function replyWith(text: string): readonly Action[] {
  return [{ kind: 'reply', text }];
}
