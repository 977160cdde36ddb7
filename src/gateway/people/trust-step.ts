import type { PermittedTool } from '../../contracts/assignment.ts';
import { type CommandContext, type ReplyAction, replyWith } from '../../contracts/commands.ts';
import type { TrustedFile, TrustStore } from '../../contracts/grants.ts';
import type { Store } from '../../contracts/store.ts';
import { HOUR_MS } from '../../core/clock.ts';
import { inlineCode, oneLine } from '../../core/text.ts';
import type { Texts } from '../../core/texts/texts.ts';
import { escapeHidden } from '../../policy/display.ts';
import { ownersOnly } from './authority.ts';

/** In the order of the chat: it is shown what a file would no longer ask about, accepts it, takes that back. */
export const TRUST_STEPS = ['review', 'yes', 'off'] as const;
export type TrustStep = (typeof TRUST_STEPS)[number];

/** How long what was shown can be accepted. */
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
export function wasShown(file: TrustedFile, trust: Pick<TrustStore, 'findShown'>): boolean {
  const shown = trust.findShown(file.workspace, file.name);
  return shown?.path === file.path && yesMeans(shown, file) === 'shown';
}

/** What a person was shown, and when. */
type Showing = Pick<TrustedFile, 'hash' | 'person' | 'atMs'>;

/**
 * What a yes of this person, now, would accept: exactly what they were shown not long ago; something else than what was
 * shown; or what they were not shown. Only the first may be accepted.
 */
export function yesMeans(shown: Showing | undefined, now: Showing): 'shown' | 'changed' | 'unseen' {
  if (shown === undefined) return 'unseen';
  if (shown.hash !== now.hash) return 'changed';
  return shown.person === now.person && now.atMs - shown.atMs < WAIT_MS ? 'shown' : 'unseen';
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

/** Shows the calls that this file would no longer ask about, or accepts it: see `reviewFiles`. */
export function reviewTrust<Kind extends string>(
  { kind, file, name, calls, words }: TrustRequest<Kind>,
  isYes: boolean,
  { store, texts }: Pick<CommandContext, 'store' | 'texts'>,
): readonly (ReplyAction | TrustChange<Kind>)[] {
  const question = [
    texts.trust.title(name, inlineCode(showInLine(file.path))),
    ...calls.map((call) => preApprovedLine(call, texts)),
    words.reach,
    store.trust.isAccepted(file) ? words.already(name) : words.confirm(name),
  ].join('\n');
  const said = { question, accepted: words.accepted(name), changed: words.changed(name) };
  return reviewFiles({ kind, files: [file], said }, isYes, store);
}

/** Files that are accepted together, and what is said of them. */
interface FilesReview<Kind extends string> {
  readonly kind: Kind;
  /** As they are now, as this person sees them. */
  readonly files: readonly TrustedFile[];
  readonly said: Readonly<Record<'question' | 'accepted' | 'changed', string>>;
}

/** Accepts only the files that were shown to this very person, not long ago; else they are shown (again). */
export function reviewFiles<Kind extends string>(
  { kind, files, said }: FilesReview<Kind>,
  isYes: boolean,
  { trust }: Pick<Store, 'trust'>,
): readonly (ReplyAction | TrustChange<Kind>)[] {
  const open = files.filter((file) => !trust.isAccepted(file));
  const changes = (change: 'show' | 'accept') => open.map((file) => ({ kind, change, file }) as const);
  if (isYes && open.length > 0 && open.every((file) => wasShown(file, trust)))
    return [...changes('accept'), ...replyWith(said.accepted)];
  const hasChanged = open.some(
    (file) => yesMeans(trust.findShown(file.workspace, file.name), file) === 'changed',
  );
  return [
    ...(isYes && hasChanged ? replyWith(said.changed) : []),
    ...changes('show'),
    ...replyWith(said.question),
  ];
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
