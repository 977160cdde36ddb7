import type { CommandContext } from '../../../contracts/commands.ts';
import type { SandboxState } from '../../../contracts/exec.ts';
import { unreachable } from '../../../core/failure.ts';
import { inlineCode, oneLine } from '../../../core/text.ts';
import { localeOf, type Texts } from '../../../core/texts/texts.ts';
import { projectName } from '../../../gateway/tasks/projects.ts';
import { escapeHidden } from '../../../policy/display.ts';
import type { ConnectionState } from '../connection/connections.ts';
import type { ServerOffer } from '../offer.ts';
import { promptCommand } from '../prompts/server-prompts.ts';
import { type McpServer, reachesNetwork, type ServerFault } from '../server.ts';
import { type KnownServer, serverDetails } from '../servers.ts';
import { type McpTexts, mcpTexts } from '../texts/texts.ts';

/** How much of a server's words a line shows, in UTF-16 code units: two lines on a phone. */
const MAX_ABOUT = 80;
const MAX_TOOLS = 30;

/** A server, with what is known of it without asking it. */
export interface ListedServer extends KnownServer {
  readonly state: ConnectionState;
  readonly offer: ServerOffer | undefined;
}

export function serverList(
  servers: readonly ListedServer[],
  faults: readonly ServerFault[],
  { workspace, texts }: Pick<CommandContext, 'workspace' | 'texts'>,
): string {
  const { list } = mcpTexts(texts);
  if (servers.length === 0 && faults.length === 0) return list.none;
  return [
    list.title(projectName(workspace)),
    ...servers.map((one) => serverLine(one, texts)),
    ...faults.map((one) => faultLine(one, list)),
    ...servers.slice(0, 1).map(({ server }) => list.more(server.name)),
  ].join('\n');
}

export function faultLine({ file, name, why }: ServerFault, list: McpTexts['list']): string {
  const what =
    name === undefined ? inlineCode(file) : `${inlineCode(escapeHidden(name))} (${inlineCode(file)})`;
  return `⚠️ ${what}: ${escapeHidden(list.reason(why))}`;
}

function serverLine({ server, standing, state, offer }: ListedServer, texts: Texts): string {
  const { list } = mcpTexts(texts);
  const { name, source, file } = server;
  const whose = source === 'own' ? list.whose.own : list.whose.project(inlineCode(file));
  const facts = (): string => {
    switch (standing.kind) {
      case 'usable':
        return [
          offer === undefined ? list.states.unasked : list.tools(offer.tools.length),
          list.states[state],
        ].join(' · ');
      case 'refused':
        return `⚠️ ${escapeHidden(standing.why(localeOf(texts)))}`;
      case 'waiting':
      case 'changed':
      case 'off':
        return list[standing.kind](name);
      default:
        return unreachable(standing);
    }
  };
  return `• ${inlineCode(name)}, ${whose}: ${facts()}`;
}

/** The tools of a server in its own words, each as code: none of it can pass for words of the program. */
export function toolList({ server, offer }: ListedServer, texts: Texts): string {
  const { tools: words } = mcpTexts(texts);
  if (offer === undefined) return words.none(server.name);
  const lines = offer.tools.slice(0, MAX_TOOLS).map(({ tool, description, hints }) => {
    const facts = [
      ...(server.readers.includes(tool) ? [words.noQuestion] : []),
      ...(hints.onlyReads ? [words.reads] : []),
      ...(hints.destroys ? [words.destroys] : []),
    ];
    const about = description === '' ? '' : `: ${inlineCode(oneLine(description, MAX_ABOUT))}`;
    return `• ${inlineCode(escapeHidden(tool))}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}${about}`;
  });
  const more = offer.tools.length - MAX_TOOLS;
  const prompts = offer.prompts.map((prompt) => inlineCode(`/${promptCommand(server.name, prompt.name)}`));
  return [
    words.title(server.name, offer.tools.length),
    ...lines,
    ...(more > 0 ? [words.more(more)] : []),
    ...(prompts.length === 0 ? [] : [words.prompts(prompts.join(', '))]),
    words.data,
  ].join('\n');
}

/**
 * Everything that a yes to this server means. Never shortened.
 * @param sandbox undefined when it is not known yet
 */
export function allowQuestion(server: McpServer, sandbox: SandboxState | undefined, texts: Texts): string {
  const { allow } = mcpTexts(texts);
  const { what, variables, names } = serverDetails(server);
  const head =
    server.transport === 'http'
      ? allow.reached(inlineCode(server.file))
      : allow.from(inlineCode(server.file));
  return [
    allow.title(server.name),
    head,
    inlineCode(what),
    ...variables.map((pair) => allow.with(inlineCode(pair))),
    ...(names.length === 0 ? [] : [allow.gets(names.join(', '))]),
    ...reachLines(server, sandbox, texts),
    allow.confirm(server.name),
  ].join('\n');
}

function reachLines(server: McpServer, sandbox: SandboxState | undefined, texts: Texts): readonly string[] {
  const { may } = mcpTexts(texts).allow;
  if (server.transport === 'http') return [may.elsewhere];
  if (sandbox === undefined) return [may.sandboxUnknown];
  if (sandbox.kind === 'off') return [may.noSandbox];
  return [
    may.sandbox,
    ...(server.writes ? [may.writes] : []),
    reachesNetwork(server) ? may.network : may.noNetwork,
  ];
}
