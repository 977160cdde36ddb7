import type { PermittedTool } from '../../contracts/assignment.ts';
import { type CommandContext, type ReplyAction, replyWith } from '../../contracts/commands.ts';
import type { TrustedFile, TrustStore } from '../../contracts/grants.ts';
import { HOUR_MS } from '../../core/clock.ts';
import { inlineCode, oneLine } from '../../core/text.ts';
import type { Texts } from '../../core/texts/texts.ts';
import { escapeHidden } from '../../policy/display.ts';
import { ownersOnly } from './authority.ts';

/** In the order of the chat: it is shown what a file would no longer ask about, accepts it, takes that back. */
export const TRUST_STEPS = ['review', 'yes', 'off'] as const;
export type TrustStep = (typeof TRUST_STEPS)[number];

/** How long a file that was shown can be accepted. */
const WAIT_MS = HOUR_MS;

const YES = /^(?:yes|y|ok|okay|s[ií]|vale|dale|acepto|accept)[.!]?$/iu;
const OFF = /^(?:off|no|remove|revoke|quita|quitar|revocar|fuera)[.!]?$/iu;

/** What the person of this file can do next about it. */
export function trustStep(file: TrustedFile, trust: Pick<TrustStore, 'isAccepted' | 'findShown'>): TrustStep {
  if (trust.isAccepted(file)) return 'off';
  return wasShown(file, trust) ? 'yes' : 'review';
}

/** As it is typed behind the name of the file. */
export function trustWords(step: TrustStep): string {
  return step === 'review' ? '' : ` ${step}`;
}

/** True for exactly the file, byte by byte, that this person was shown not long ago: no other one can be accepted. */
export function wasShown(
  { workspace, name, path, hash, person, atMs }: TrustedFile,
  trust: Pick<TrustStore, 'findShown'>,
): boolean {
  const shown = trust.findShown(workspace, name);
  return (
    shown !== undefined &&
    shown.person === person &&
    shown.path === path &&
    shown.hash === hash &&
    atMs - shown.atMs < WAIT_MS
  );
}

/** Reads the word after a file's name: `yes` accepts the file, `off` takes that back; undefined for any other word. */
export function trustWord(word: string): 'yes' | 'off' | undefined {
  if (YES.test(word)) return 'yes';
  return OFF.test(word) ? 'off' : undefined;
}

/** A file as it was shown, accepted or taken back, in the kind of action of its feature. */
export interface TrustChange<Kind extends string> {
  readonly kind: Kind;
  readonly change: 'show' | 'accept' | 'revoke';
  readonly file: TrustedFile;
}

/** How such a change is carried out, whatever kind of file it is about. */
export function trustHandler(trust: TrustStore) {
  return {
    grants: ({ change }: TrustChange<string>) => change === 'accept',
    refusal: ownersOnly,
    apply({ change, file }: TrustChange<string>) {
      if (change === 'revoke') trust.revoke(file.workspace, file.name);
      else trust[change](file);
      return [];
    },
  };
}

/** What an owner may accept: the calls that a file would no longer ask about. */
export interface TrustRequest<Kind extends string> {
  readonly kind: Kind;
  /** The file as it is now, as this person sees it. */
  readonly file: TrustedFile;
  /** How the file is called in the chat. */
  readonly name: string;
  readonly calls: readonly PermittedTool[];
  readonly words: TrustWords;
}

interface TrustWords {
  readonly reach: string;
  readonly confirm: (name: string) => string;
  readonly already: (name: string) => string;
  readonly accepted: (name: string) => string;
  readonly changed: (name: string) => string;
}

/** Accepts only the file that was shown to this very person, not long ago; else it is shown (again). */
export function reviewTrust<Kind extends string>(
  request: TrustRequest<Kind>,
  isYes: boolean,
  context: Pick<CommandContext, 'store' | 'texts'>,
): readonly (ReplyAction | TrustChange<Kind>)[] {
  const { kind, file, name, words } = request;
  const { trust } = context.store;
  const shown = askForTrust(request, context);
  if (!isYes) return shown;
  if (wasShown(file, trust)) return [{ kind, change: 'accept', file }, ...replyWith(words.accepted(name))];
  const asked = trust.findShown(file.workspace, file.name);
  const hasChanged = asked !== undefined && asked.hash !== file.hash;
  return hasChanged ? [...replyWith(words.changed(name)), ...shown] : shown;
}

function askForTrust<Kind extends string>(
  { kind, file, name, calls, words }: TrustRequest<Kind>,
  { store, texts }: Pick<CommandContext, 'store' | 'texts'>,
): readonly (ReplyAction | TrustChange<Kind>)[] {
  const isThere = store.trust.isAccepted(file);
  const lines = [
    texts.trust.title(name, inlineCode(showInLine(file.path))),
    ...calls.map((call) => preApprovedLine(call, texts)),
    words.reach,
    isThere ? words.already(name) : words.confirm(name),
  ];
  return [...(isThere ? [] : [{ kind, change: 'show', file } as const]), ...replyWith(lines.join('\n'))];
}

/** Longest text of a file or a person that is shown, in UTF-16 code units. */
const MAX_LENGTH = 200;

/** Calls that would no longer be asked about, as an owner sees them before they accept a file. */
export function preApprovedLine({ tool, command }: PermittedTool, { trust }: Pick<Texts, 'trust'>): string {
  const { anyCommand, edits, beginning } = trust;
  if (tool !== 'run_command') return `• ${edits[tool === 'apply_patch' ? 'change' : 'write']}`;
  if (command === undefined) return `• ${anyCommand}`;
  const line = inlineCode(showInLine(command.words.join(' ')));
  return `• ${command.isWhole ? line : beginning(line)}`;
}

/** Part of a line of ours: on one line, bounded, with hidden characters visible. */
export function showInLine(text: string): string {
  return escapeHidden(oneLine(text, MAX_LENGTH));
}
