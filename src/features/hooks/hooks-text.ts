import type { CommandContext } from '../../contracts/commands.ts';
import type { CommandVerdict } from '../../contracts/policy.ts';
import { inlineCode, oneLine } from '../../core/text.ts';
import { SECOND_MS } from '../../core/time.ts';
import { escapeHidden } from '../../policy/display.ts';
import type { FoundHooks, Hook, HooksFile } from './hook.ts';
import { type HookTexts, hookTexts } from './texts/texts.ts';

const MAX_MATCHER_LENGTH = 60;

/** A file with what an owner would accept of it. */
export interface ShownFile {
  readonly file: HooksFile;
  /** See `bindingOf`. */
  readonly binding: string;
  readonly isAccepted: boolean;
  /** The policy's verdict on each hook, in their order. */
  readonly judged: readonly CommandVerdict[];
}

/** Every command in full, with the moment at which it would run: nobody accepts what they were not shown. */
export function hooksText(
  shown: readonly ShownFile[],
  { broken }: Pick<FoundHooks, 'broken'>,
  { texts }: Pick<CommandContext, 'texts'>,
): string {
  const { chat, fault } = hookTexts(texts);
  const unusable = broken.map((one) => chat.unusable(inlineCode(one.path), fault[one.fault]));
  if (shown.length === 0) return unusable.length === 0 ? chat.none : unusable.join('\n');
  const isAccepted = shown.every((one) => one.isAccepted);
  return [
    ...shown.flatMap((one) => fileLines(one, chat)),
    ...unusable,
    chat.reach,
    isAccepted ? chat.already : chat.confirm,
  ].join('\n');
}

function fileLines({ file, judged, isAccepted }: ShownFile, chat: HookTexts['chat']): readonly string[] {
  return [
    chat.title[isAccepted ? 'runs' : 'wants'](inlineCode(file.path)),
    ...file.hooks.map((hook, at) => hookLine(hook, judged[at], chat)),
    ...(file.ignored === 0 ? [] : [chat.ignored(String(file.ignored))]),
  ];
}

function hookLine(hook: Hook, judged: CommandVerdict | undefined, chat: HookTexts['chat']): string {
  const what =
    hook.matcher.trim() === '' || hook.matcher === '*' ? chat.anyCall : inlineCode(shownMatcher(hook));
  const facts = [
    chat.seconds(String(hook.timeoutMs / SECOND_MS)),
    ...(judged?.execution?.access?.network === true ? [chat.network] : []),
    ...(judged?.verdict.kind === 'deny' ? [chat.refused] : []),
  ];
  const when = chat.when[hook.event];
  return `• ${typeof when === 'string' ? when : when(what)}: ${inlineCode(escapeHidden(hook.command))} (${facts.join(', ')})`;
}

function shownMatcher({ matcher }: Hook): string {
  return escapeHidden(oneLine(matcher, MAX_MATCHER_LENGTH));
}
