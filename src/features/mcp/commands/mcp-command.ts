import {
  type Action,
  type ChatCommand,
  type CommandContext,
  replyWith,
} from '../../../contracts/commands.ts';
import type { SandboxState } from '../../../contracts/exec.ts';
import type { HandlersOf } from '../../../contracts/feature.ts';
import { SECOND_MS } from '../../../core/clock.ts';
import { unreachable } from '../../../core/failure.ts';
import { foldName } from '../../../core/nearest-name.ts';
import { oneLine } from '../../../core/text.ts';
import { localeOf } from '../../../core/texts/texts.ts';
import { unlessAborted } from '../../../core/waiting.ts';
import { ownersOnly } from '../../../gateway/people/authority.ts';
import { mayWorkIn } from '../../../gateway/people/person.ts';
import { trustWord, yesMeans } from '../../../gateway/people/trust-step.ts';
import { escapeHidden } from '../../../policy/display.ts';
import type { McpConnections } from '../connection/connections.ts';
import type { McpStore } from '../mcp-store.ts';
import type { KnownServer, Servers } from '../servers.ts';
import { mcpTexts } from '../texts/texts.ts';
import { allowQuestion, type ListedServer, serverList, toolList } from './server-lines.ts';

type McpAction =
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
      ? [{ kind: 'mcp.review', name, isYes: trustWord(answer) === 'yes' }]
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

const MAX_NAME = 60;
/** It is tried by running a program in it. */
const SANDBOX_WITHIN_MS = 5 * SECOND_MS;

interface McpActionsParts {
  readonly servers: Pick<Servers, 'inProject'>;
  readonly connections: Pick<McpConnections, 'stateOf' | 'end'>;
  readonly rows: Pick<McpStore, 'noteShown' | 'findShown' | 'accept' | 'switchOff' | 'findOffer'>;
  /** Tries the sandbox out if nobody has yet. */
  readonly sandboxState: () => Promise<SandboxState>;
  /** Asks a server what it has, so that the next task need not wait for it. Never rejects. */
  readonly askSoon: (project: string, name: string) => Promise<void>;
}

/** Carries out the decisions of owners, and shows the servers. */
export function mcpActions(parts: McpActionsParts): HandlersOf<McpAction> {
  return {
    'mcp.show': {
      grants: () => false,
      refusal: (_action, { person, workspace, texts }) =>
        mayWorkIn(person, workspace) ? undefined : texts.replies.ownersOnly,
      perform: async ({ name }, { context }) => replyWith(await serversText(name, context, parts)),
    },
    'mcp.review': {
      grants: ({ isYes }) => isYes,
      refusal: ownersOnly,
      async perform({ name, isYes }, { context }, signal) {
        const known = await findServer(name, context, parts);
        if (known === undefined) return replyWith(unknownServerText(name, context));
        const sandbox = await awaitSandboxState(parts, signal);
        return reviewServer(known, isYes, { context, parts, sandbox });
      },
    },
    'mcp.switch-off': {
      grants: () => false,
      refusal: ownersOnly,
      async perform({ name }, { context }) {
        const known = await findServer(name, context, parts);
        if (known === undefined) return replyWith(unknownServerText(name, context));
        return [
          decideAction('switch-off', known, context),
          ...replyWith(mcpTexts(context.texts).off(known.server.name)),
        ];
      },
    },
    'mcp.decide': {
      // A server in the owner's own file was theirs before: it is only switched on again.
      grants: ({ change, project }) => change === 'accept' && project !== '',
      refusal: ownersOnly,
      apply({ change, project, name, hash, serverHash }, { context: { sender, nowMs, workspace } }) {
        const decided = { project, name, hash, person: sender, atMs: nowMs };
        switch (change) {
          case 'show':
            parts.rows.noteShown(decided);
            return [];
          case 'accept':
            parts.rows.accept(decided);
            return [() => void parts.askSoon(workspace, name)];
          case 'switch-off':
            parts.rows.switchOff(decided);
            return [() => void parts.connections.end(serverHash)];
          default:
            return unreachable(change);
        }
      },
    },
  };
}

async function serversText(
  name: string | undefined,
  context: CommandContext,
  { servers, connections, rows }: McpActionsParts,
): Promise<string> {
  const { known, faults } = await servers.inProject(context.workspace);
  const listed = known.map(
    (one): ListedServer => ({
      ...one,
      state: connections.stateOf(one.server.hash),
      offer: rows.findOffer(one.server.hash, context.workspace)?.offer,
    }),
  );
  if (name === undefined) return serverList(listed, faults, context);
  const meant = serverNamed(name, listed);
  return meant === undefined ? unknownServerText(name, context) : toolList(meant, context.texts);
}

async function findServer(
  name: string,
  { workspace }: CommandContext,
  { servers }: McpActionsParts,
): Promise<KnownServer | undefined> {
  return serverNamed(name, (await servers.inProject(workspace)).known);
}

/** Phones change the case of a first letter by themselves. */
function serverNamed<One extends KnownServer>(name: string, known: readonly One[]): One | undefined {
  return (
    known.find(({ server }) => server.name === name) ??
    known.find(({ server }) => foldName(server.name) === foldName(name))
  );
}

interface ServerReviewContext {
  readonly context: CommandContext;
  readonly parts: McpActionsParts;
  readonly sandbox: SandboxState | undefined;
}

/** Right after the start the sandbox is untested: the reply must not depend on that. */
async function awaitSandboxState(
  { sandboxState }: Pick<McpActionsParts, 'sandboxState'>,
  signal: AbortSignal,
): Promise<SandboxState | undefined> {
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(SANDBOX_WITHIN_MS)]);
  return await unlessAborted(sandboxState(), inTime);
}

function reviewServer(
  known: KnownServer,
  isYes: boolean,
  { context, parts, sandbox }: ServerReviewContext,
): readonly (Action | McpAction)[] {
  const { server, standing } = known;
  const { allow } = mcpTexts(context.texts);
  if (standing.kind === 'refused') return replyWith(escapeHidden(standing.why(localeOf(context.texts))));
  if (standing.kind === 'usable') return replyWith(allow.already(server.name));
  // The owner wrote it into their own file: it only has to be switched on again.
  if (server.source === 'own')
    return [decideAction('accept', known, context), ...replyWith(allow.on(server.name))];
  const asked = parts.rows.findShown(context.workspace, server.name);
  const meant = yesMeans(asked, { hash: known.seenHash, person: context.sender, atMs: context.nowMs });
  if (isYes && meant === 'shown')
    return [decideAction('accept', known, context), ...replyWith(allow.accepted(server.name))];
  return [
    decideAction('show', known, context),
    ...(isYes && meant === 'changed' ? replyWith(allow.changed(server.name)) : []),
    ...replyWith(allowQuestion(server, sandbox, context.texts)),
  ];
}

function decideAction(
  change: Extract<McpAction, { kind: 'mcp.decide' }>['change'],
  { server, seenHash }: KnownServer,
  { workspace }: CommandContext,
): McpAction {
  const project = server.source === 'own' ? '' : workspace;
  return { kind: 'mcp.decide', change, project, name: server.name, hash: seenHash, serverHash: server.hash };
}

function unknownServerText(name: string, { texts }: CommandContext): string {
  return mcpTexts(texts).unknown(escapeHidden(oneLine(name, MAX_NAME)));
}
