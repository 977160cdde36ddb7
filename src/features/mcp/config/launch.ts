import { existsSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import type { Access } from '../../../contracts/exec.ts';
import { Failure, unreachable } from '../../../core/failure.ts';
import type { HttpServer, McpServer, OwnerVariables, StdioServer } from '../server.ts';
import { mcpFault } from '../texts/texts.ts';
import { OWN_FILE } from './find-servers.ts';

/** The program or address that is really used: every placeholder is filled in. */
export type ServerLaunch =
  | {
      readonly kind: 'stdio';
      readonly argv: readonly [string, ...string[]];
      /** Its own variables, beside those of every command. */
      readonly variables: Readonly<Record<string, string>>;
      readonly access: Access;
    }
  | { readonly kind: 'http'; readonly url: URL; readonly headers: Readonly<Record<string, string>> };

/**
 * Fills in `${NAME}` and `${NAME:-otherwise}` from what the owner has configured, never from the environment of this
 * program.
 * @param project canonical path
 * @throws Failure `invalid` for a variable that is not set, and for an address that is none
 */
export function launchOf(server: McpServer, variables: OwnerVariables, project: string): ServerLaunch {
  const known = server.source === 'own' ? variables.own : variables.projects;
  const fill = filler({ ...known, ...placesOf(server, project) }, server);
  switch (server.transport) {
    case 'http':
      return {
        kind: 'http',
        url: addressOf(fill(server.url), server),
        headers: fillValues(server.headers, fill),
      };
    case 'stdio':
      return stdioLaunch(server, fill);
    default:
      return unreachable(server);
  }
}

/** Names in the placeholders of a server, for a person who is asked about it. */
export function namesUsed(server: McpServer): readonly string[] {
  const texts =
    server.transport === 'http'
      ? [server.url, ...Object.values(server.headers)]
      : [server.command, ...server.args, ...Object.values(server.env)];
  return [...new Set(texts.flatMap((text) => [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name)))];
}

const PLACEHOLDER = /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g;

type PlaceholderFiller = (text: string) => string;

/** Inserted values are not searched again. */
function filler(known: Readonly<Record<string, string>>, { name, source }: McpServer): PlaceholderFiller {
  return (text) =>
    text.replace(PLACEHOLDER, (_whole, variable: string, otherwise: string | undefined) => {
      const value = Object.hasOwn(known, variable) ? known[variable] : otherwise;
      if (value !== undefined) return value;
      const where = source === 'own' ? 'variables' : 'projectVariables';
      throw new Failure('invalid', mcpFault('needs-variable', name, variable, where, OWN_FILE));
    });
}

/** The values that Claude Code fills in itself. */
function placesOf({ pluginFolder }: McpServer, project: string): Readonly<Record<string, string>> {
  return {
    CLAUDE_PROJECT_DIR: project,
    ...(pluginFolder === undefined ? {} : { CLAUDE_PLUGIN_ROOT: pluginFolder }),
  };
}

function fillValues(
  values: Readonly<Record<string, string>>,
  fill: PlaceholderFiller,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fill(value)]));
}

function addressOf(text: string, { name }: HttpServer): URL {
  if (!URL.canParse(text)) throw new Failure('invalid', mcpFault('no-address', name));
  return new URL(text);
}

function stdioLaunch(server: StdioServer, fill: PlaceholderFiller): ServerLaunch {
  const argv = [fill(server.command), ...server.args.map(fill)] as const;
  const { network, writes, writable } = server;
  // The owner named these places, so the program may see them; others see only their project.
  const readable = server.source === 'own' ? [...server.readable.map(fill), ...placesNamed(argv)] : [];
  return {
    kind: 'stdio',
    argv: argv as unknown as [string, ...string[]],
    variables: fillValues(server.env, fill),
    access: {
      network,
      writable: writable.map(fill),
      readable: [...new Set(readable)],
      ...(writes ? {} : { projectIsReadOnly: true }),
    },
  };
}

/** Places outside that an argv names: a program is shown with the packages that it loads. */
function placesNamed(argv: readonly string[]): readonly string[] {
  return argv
    .map((word) => (word.startsWith('~/') ? join(homedir(), word.slice(2)) : word))
    .filter((word) => isAbsolute(word) && existsSync(word))
    .map((path) => packagesAround(path) ?? (statSync(path).isFile() ? packageOf(path) : path));
}

function packagesAround(path: string): string | undefined {
  return /^.*?\/node_modules(?=\/)/.exec(path)?.[0];
}

/** The folder of the nearest `package.json` above a file, else the file itself. */
function packageOf(file: string): string {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json')) && folder !== homedir()) return folder;
  }
  return file;
}
