import { trustedKindOf } from '../../claude-files/trusted-kind.ts';
import type { Action, ChatCommand, CommandContext } from '../../contracts/commands.ts';
import { trustWord } from '../../gateway/people/trust-words.ts';
import type { HookAction } from './actions.ts';
import { hookTexts } from './texts/texts.ts';

/** Shows the hooks of the project with their exact commands, accepts them, switches them off. */
export const hooksCommand: ChatCommand = {
  name: 'hooks',
  takesYes: true,
  aliases: ['hook'],
  topic: 'projects',
  describe: (texts) => hookTexts(texts).command,
  run(rest, context): readonly (Action | HookAction)[] {
    const { person, isGroup, texts } = context;
    if (person.role !== 'owner') return [{ kind: 'reply', text: texts.replies.ownersOnly }];
    if (isGroup) return [{ kind: 'reply', text: texts.trust.notInGroup }];
    const said = trustWord(rest.trim());
    if (said === 'off') return switchOff(context);
    return [{ kind: 'hooks.review', isYes: said === 'yes' }];
  },
};

/** Also where the files are gone. */
function switchOff({ store, workspace, texts }: CommandContext): readonly (Action | HookAction)[] {
  const { chat } = hookTexts(texts);
  const files = store.trust.list(workspace).filter(({ path }) => trustedKindOf(path) === 'hooks');
  if (files.length === 0) return [{ kind: 'reply', text: chat.notOn }];
  return [
    ...files.map((file) => ({ kind: 'hooks.trust', change: 'revoke', file }) as const),
    { kind: 'reply', text: chat.off },
  ];
}
