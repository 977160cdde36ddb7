import type { Action, ChatCommand, CommandContext } from '../../../contracts/commands.ts';
import { mcpTexts } from '../texts/texts.ts';

export type McpAction =
  /** Lists the servers of the project, or the tools of one. */
  | { readonly kind: 'mcp.show'; readonly name: string | undefined }
  /** Shows what a server starts, or allows it if it is the one that was shown. */
  | { readonly kind: 'mcp.review'; readonly name: string; readonly isYes: boolean }
  | { readonly kind: 'mcp.switch-off'; readonly name: string }
  /** What was decided, by everything that was shown. */
  | {
      readonly kind: 'mcp.decide';
      readonly change: 'show' | 'accept' | 'switch-off';
      /** Empty for the owner's own servers. */
      readonly project: string;
      readonly name: string;
      /** See `KnownServer.seenHash`. */
      readonly hash: string;
      /** See `McpServer.hash`. */
      readonly serverHash: string;
    };

const ALLOW = /^(?:allow|permitir|permite|on|trust|confiar)$/i;
const OFF = /^(?:off|quitar|quita|apagar|remove|revoke|no)$/i;
const YES = /^(?:yes|y|ok|okay|s[ií]|vale|dale|acepto|accept)[.!]?$/iu;

/** `/mcp`: which servers there are, what they have, and which of them may start. */
export const mcpCommand: ChatCommand = {
  name: 'mcp',
  takesYes: true,
  aliases: [],
  topic: 'projects',
  describe: (texts) => mcpTexts(texts).command,
  run(rest, context): readonly (Action | McpAction)[] {
    const [word = '', name = '', answer = ''] = rest.split(/\s+/);
    if (word === '') return [{ kind: 'mcp.show', name: undefined }];
    const isAllow = ALLOW.test(word);
    if (!isAllow && !OFF.test(word)) return [{ kind: 'mcp.show', name: word }];
    const refused = obstacle(context);
    if (refused !== undefined) return [{ kind: 'reply', text: refused }];
    if (name === '') return [{ kind: 'reply', text: usage(context) }];
    return isAllow
      ? [{ kind: 'mcp.review', name, isYes: YES.test(answer) }]
      : [{ kind: 'mcp.switch-off', name }];
  },
};

/** Only an owner decides what starts on their machine, and where nobody else reads what it is. */
function obstacle({ person, isGroup, texts }: CommandContext): string | undefined {
  if (person.role !== 'owner') return texts.replies.ownersOnly;
  return isGroup ? mcpTexts(texts).notInGroup : undefined;
}

function usage({ texts }: CommandContext): string {
  const { command } = mcpTexts(texts);
  return `${command.usage}\n${command.more}`;
}
