import type { Action, CommandContext } from '../../contracts/commands.ts';
import type { HandlersOf } from '../../contracts/feature.ts';
import type { Store } from '../../contracts/store.ts';
import type { TrustedFile } from '../../contracts/trust.ts';
import { wasShown } from '../../gateway/people/shown-file.ts';
import { type HooksOf, trustName } from './hook.ts';
import { hooksText, type ShownFile } from './hooks-text.ts';
import { bindingOf, type HookRunnerParts, judgeHook } from './running/run-hook.ts';
import { hookTexts } from './texts/texts.ts';

export type HookAction =
  /** Shows the hooks of the project, or accepts them if they are those that were shown. */
  | { readonly kind: 'hooks.review'; readonly isYes: boolean }
  | {
      readonly kind: 'hooks.trust';
      readonly change: 'show' | 'accept' | 'revoke';
      readonly file: TrustedFile;
    };

export interface HookActionParts extends Pick<HookRunnerParts, 'policy'> {
  readonly hooksOf: HooksOf;
  readonly store: Pick<Store, 'trust'>;
}

/** What owners answer about the hooks of a project: the exact commands first, then a yes to exactly these. */
export function hookActions({ hooksOf, policy, store }: HookActionParts): HandlersOf<HookAction> {
  const refusal = (_action: HookAction, { person, texts }: CommandContext) =>
    person.role === 'owner' ? undefined : texts.replies.ownersOnly;
  return {
    'hooks.review': {
      grants: ({ isYes }) => isYes,
      refusal,
      async perform({ isYes }, { context }) {
        const { workspace, program } = context;
        const found = program.workspaces.isWorkspace(workspace) ? await hooksOf(workspace) : NONE;
        const shown: ShownFile[] = [];
        for (const file of found.files) {
          const binding = await bindingOf(file, workspace, { policy });
          const isAccepted = store.trust.isAccepted(trustedFile({ file, binding }, context));
          const judged = await Promise.all(file.hooks.map((hook) => judgeHook(hook, workspace, { policy })));
          shown.push({ file, binding, isAccepted, judged });
        }
        return isYes && shown.length > 0
          ? acceptFiles(shown, found, context)
          : askForTrust(shown, found, context);
      },
    },
    'hooks.trust': {
      grants: ({ change }) => change === 'accept',
      refusal,
      apply({ change, file }) {
        if (change === 'revoke') store.trust.revoke(file.workspace, file.name);
        else store.trust[change](file);
        return [];
      },
    },
  };
}

type FoundHooks = Awaited<ReturnType<HooksOf>>;
const NONE: FoundHooks = { files: [], broken: [] };

function askForTrust(
  shown: readonly ShownFile[],
  found: FoundHooks,
  context: CommandContext,
): readonly (Action | HookAction)[] {
  const open = shown.filter(({ isAccepted }) => !isAccepted);
  return [
    ...open.map((one) => ({ kind: 'hooks.trust', change: 'show', file: trustedFile(one, context) }) as const),
    { kind: 'reply', text: hooksText(shown, found, context) },
  ];
}

/** All of them were shown to this very person not long ago; else they are shown (again). */
function acceptFiles(
  shown: readonly ShownFile[],
  found: FoundHooks,
  context: CommandContext,
): readonly (Action | HookAction)[] {
  const { store, texts } = context;
  const { chat } = hookTexts(texts);
  const files = shown.map((one) => trustedFile(one, context));
  const open = files.filter((file) => !store.trust.isAccepted(file));
  if (open.every((file) => wasShown(file, store.trust))) {
    const text = chat.accepted(files.map(({ path }) => path).join(', '));
    return [
      ...open.map((file) => ({ kind: 'hooks.trust', change: 'accept', file }) as const),
      { kind: 'reply', text },
    ];
  }
  const wasAsked = open.some(({ workspace, name }) => store.trust.findShown(workspace, name) !== undefined);
  const again = askForTrust(shown, found, context);
  return wasAsked ? [{ kind: 'reply', text: chat.changed }, ...again] : again;
}

function trustedFile(
  { file, binding }: Pick<ShownFile, 'file' | 'binding'>,
  { workspace, sender, nowMs }: CommandContext,
): TrustedFile {
  return { workspace, name: trustName(file), path: file.path, hash: binding, person: sender, atMs: nowMs };
}
