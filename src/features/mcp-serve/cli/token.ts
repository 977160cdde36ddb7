import { randomBytes } from 'node:crypto';
import type { OutsideAgent } from '../../../contracts/access.ts';
import type { CliHost } from '../../../contracts/sub-command.ts';
import { utcDay } from '../../../core/clock.ts';
import { Failure } from '../../../core/failure.ts';
import { tableOf, widthOf } from '../../../core/terminal-output.ts';
import { texts } from '../../../core/texts/texts.ts';
import { escapeHidden } from '../../../policy/display.ts';
import { type McpServeTexts, mcpServeTexts } from '../texts/texts.ts';
import type { OpenedMcpServe, OpenMcpServe } from './serve.ts';

export interface TokenOptions {
  readonly role: OutsideAgent['role'];
  readonly workspace?: readonly string[];
}

/** It stands in addresses of conversations, in lists, and in what a model reads. */
const NAME = /^[a-z0-9][a-z0-9-]{0,29}$/;
const TOKEN_BYTES = 32;

/** @throws Failure `invalid` or `conflict`; nothing is made then */
export async function addToken(
  host: CliHost,
  name: string,
  { role, workspace: workspaces }: TokenOptions,
  open: OpenMcpServe,
): Promise<void> {
  await withTokens(host, open, ({ agents, ports, hasProjects, projectNames }, { token: words }) => {
    if (!NAME.test(name)) throw new Failure('invalid', words.badName);
    if (role === 'member' && hasProjects && workspaces === undefined)
      throw new Failure('invalid', words.needsProject);
    const token = `wasap-${randomBytes(TOKEN_BYTES).toString('base64url')}`;
    const madeAtMs = ports.clock.nowMs();
    if (!agents.add({ name, role, workspaces, madeAtMs }, token))
      throw new Failure('conflict', words.taken(name));
    const entry = { command: 'wasap', args: ['mcp', 'serve'], env: { MCP_SERVE_TOKEN: token } };
    return [
      words.made(name),
      token,
      '',
      words.useIt,
      JSON.stringify({ mcpServers: { wasap: entry } }),
      '',
      words.rights[role](workspaces?.map(escapeHidden).join(', ') ?? words.everyProject),
      ...notHereLines(workspaces, projectNames, words),
      words.takeBack(name),
    ];
  });
}

/** A slip in a name would otherwise be found by the agent, which can do nothing about it. */
function notHereLines(
  named: readonly string[] = [],
  projectNames: OpenedMcpServe['projectNames'],
  words: McpServeTexts['token'],
): readonly string[] {
  const known = named.length === 0 ? [] : projectNames();
  const unknown = named.filter((one) => !known.includes(one));
  return unknown.length === 0 ? [] : [words.notHere(unknown.map(escapeHidden).join(', '))];
}

export async function listTokens(host: CliHost, open: OpenMcpServe): Promise<void> {
  await withTokens(host, open, ({ agents }, { token: words }) => {
    const all = agents.all();
    if (all.length === 0) return [words.none];
    const projects = ({ workspaces, revokedAtMs }: OutsideAgent): string =>
      revokedAtMs === undefined
        ? (workspaces?.map(escapeHidden).join(', ') ?? words.everyProject)
        : words.revokedOn(utcDay(revokedAtMs));
    const columns = [
      { title: words.agent, text: ({ name }: OutsideAgent) => name },
      { title: words.role, text: ({ role }: OutsideAgent) => role },
      { title: words.madeOn, text: ({ madeAtMs }: OutsideAgent) => utcDay(madeAtMs) },
      { title: words.projects, text: projects },
    ];
    return [tableOf(all, columns, widthOf(host.output))];
  });
}

/** @throws Failure `not-found` when there is no such token to revoke */
export async function revokeToken(host: CliHost, name: string, open: OpenMcpServe): Promise<void> {
  await withTokens(host, open, ({ agents, ports }, { token: words }) => {
    if (!agents.revoke(name, ports.clock.nowMs()))
      throw new Failure('not-found', words.unknown(escapeHidden(name)));
    return [words.revoked(name)];
  });
}

async function withTokens(
  host: CliHost,
  open: OpenMcpServe,
  act: (opened: OpenedMcpServe, words: McpServeTexts) => readonly string[],
): Promise<void> {
  const opened = await open(host);
  try {
    const lines = act(opened, mcpServeTexts(texts(opened.locale)));
    host.output.write(`${lines.join('\n')}\n`);
  } finally {
    opened.close();
  }
}
