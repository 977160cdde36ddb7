import type { MessageWords } from '../../../contracts/channel.ts';
import type { Action, CommandContext, FoundCommands } from '../../../contracts/commands.ts';
import { inlineCode, oneLine } from '../../../core/text.ts';
import { parseTypedCommand } from '../../../gateway/incoming/intent.ts';
import { mayWorkIn } from '../../../gateway/people/person.ts';
import { placeNow } from '../../../gateway/tasks/places.ts';
import { startActions, taskOf } from '../../../gateway/tasks/start-task.ts';
import { readNumbered } from '../../../gateway/tasks/task-name.ts';
import { escapeHidden } from '../../../policy/display.ts';
import type { PromptDefinition } from '../offers/offer.ts';
import type { McpStore } from '../rows/mcp-store.ts';
import type { McpServer } from '../server.ts';
import type { Servers } from '../servers.ts';
import { mcpTexts } from '../texts/texts.ts';

const PREFIX = 'mcp__';
const MAX_LENGTH = 200;

export interface FindPromptsParts {
  readonly servers: Pick<Servers, 'inProject'>;
  readonly rows: Pick<McpStore, 'findOffer'>;
}

/** What people type for a prompt, as in Claude Code. */
export function promptCommand(server: string, prompt: string): string {
  return `${PREFIX}${server}__${prompt}`;
}

interface FoundPrompt {
  readonly server: McpServer;
  readonly prompt: PromptDefinition;
}

/**
 * The prompt that a message names, as its server last described it: no server is asked. Other messages cost nothing.
 */
export async function findPrompts(
  { text, gesture, forwarded }: MessageWords,
  { workspace, person, program }: Pick<CommandContext, 'workspace' | 'person' | 'program'>,
  { servers, rows }: FindPromptsParts,
): Promise<FoundCommands | undefined> {
  if (gesture !== undefined || forwarded === true) return undefined;
  const asked = nameAskedFor(text);
  if (asked === undefined) return undefined;
  if (!mayWorkIn(person, workspace) || !program.workspaces.isWorkspace(workspace)) return undefined;
  const { known } = await servers.inProject(workspace);
  const prompts = known
    .filter(({ standing }) => standing.kind === 'usable')
    .filter(({ server }) => server.source !== 'own' || person.role === 'owner')
    .flatMap(({ server }) =>
      (rows.findOffer(server.hash, workspace)?.offer.prompts ?? []).map((prompt) => ({ server, prompt })),
    );
  const named = prompts.find((one) => commandOf(one).toLowerCase() === asked);
  return {
    named: named && ((rest, context) => beginPrompt(named, rest, { context, workspace })),
    names: prompts.map(commandOf),
    overview: () => [],
    details: () => named && detailsOf(named),
  };
}

/** Also behind `/help`. */
function nameAskedFor(text: string): string | undefined {
  const typed = parseTypedCommand((readNumbered(text)?.words ?? text).trim());
  const names = [typed?.name, typed?.rest.split(/\s/, 1)[0]?.replace(/^\//, '')];
  return names.find((name) => name?.toLowerCase().startsWith(PREFIX))?.toLowerCase();
}

function commandOf({ server, prompt }: FoundPrompt): string {
  return promptCommand(server.name, prompt.name);
}

function beginPrompt(
  { server, prompt }: FoundPrompt,
  typed: string,
  { context, workspace }: { readonly context: CommandContext; readonly workspace: string },
): readonly Action[] {
  // The chat moved to another project while it was looked.
  if (workspace !== context.workspace)
    return [{ kind: 'reply', text: mcpTexts(context.texts).prompt.lookedElsewhere }];
  const { name, hash } = server;
  const assignment = { kind: 'mcp-prompt', server: name, prompt: prompt.name, text: typed, hash } as const;
  const task = taskOf({ name: promptCommand(name, prompt.name), text: typed });
  return startActions(task, placeNow(context), context).map((action) =>
    action.kind === 'start' ? { ...action, assignment } : action,
  );
}

function detailsOf(found: FoundPrompt): readonly string[] {
  const { prompt } = found;
  const usage = prompt.arguments.map(({ name, isRequired }) => (isRequired ? `<${name}>` : `[${name}]`));
  const line = inlineCode(escapeHidden(['/'.concat(commandOf(found)), ...usage].join(' ')));
  return [line, ...(prompt.description === '' ? [] : [inlineCode(oneLine(prompt.description, MAX_LENGTH))])];
}
