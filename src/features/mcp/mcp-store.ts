import * as z from 'zod';
import type { SessionId } from '../../core/ids.ts';
import { ownJson } from '../../store/columns.ts';
import type { Database } from '../../store/database.ts';
import type { ServerOffer, ToolDefinition } from './offer.ts';

/** What a person decided about a server of a project. */
export interface ServerDecision {
  /** Canonical path; empty for the owner's own servers. */
  readonly project: string;
  readonly name: string;
  /** Hash of all that was shown. */
  readonly hash: string;
  readonly person: string;
  readonly atMs: number;
}

export interface McpStore {
  /** Records that somebody is asked about a server; replaces an earlier question about it. */
  noteShown(shown: ServerDecision): void;
  findShown(project: string, name: string): ServerDecision | undefined;
  /** Also switches it on again. */
  accept(accepted: ServerDecision): void;
  findAccepted(project: string, name: string): ServerDecision | undefined;
  /** Takes back what was accepted, and keeps it from starting. */
  switchOff(off: ServerDecision): void;
  isOff(project: string, name: string): boolean;
  /** Undefined when it was never asked in this project. */
  findOffer(
    hash: string,
    project: string,
  ): { readonly offer: ServerOffer; readonly atMs: number } | undefined;
  keepOffer(hash: string, project: string, offer: ServerOffer, atMs: number): void;
  /** Removes what was asked before then. */
  tidy(beforeMs: number): void;
  /** Undefined when it began without any. */
  toolsOf(session: SessionId): readonly ToolDefinition[] | undefined;
  keepTools(session: SessionId, tools: readonly ToolDefinition[]): void;
}

const DecidedRow = z.object({
  project: z.string(),
  name: z.string(),
  hash: z.string(),
  person: z.string(),
  atMs: z.int(),
});

export function createMcpStore(database: Database): McpStore {
  return { ...decisions(database), ...offers(database) };
}

type Decisions = Pick<
  McpStore,
  'noteShown' | 'findShown' | 'accept' | 'findAccepted' | 'switchOff' | 'isOff'
>;

function decisions(database: Database): Decisions {
  const put = database.write(`
    INSERT INTO mcp_servers (project, name, state, hash, person, at_ms)
    VALUES (@project, @name, @state, @hash, @person, @atMs)
    ON CONFLICT (project, name, state) DO UPDATE
      SET hash = excluded.hash, person = excluded.person, at_ms = excluded.at_ms`);
  const one = database.read(
    `SELECT project, name, hash, person, at_ms AS atMs FROM mcp_servers
     WHERE project = @project AND name = @name AND state = @state`,
    DecidedRow,
  );
  const remove = database.write(
    'DELETE FROM mcp_servers WHERE project = @project AND name = @name AND state <> @kept',
  );
  const settle = (decided: ServerDecision, state: 'accepted' | 'off'): void =>
    database.atomically(() => {
      const { project, name } = decided;
      remove.run({ project, name, kept: state });
      put.run({ ...decided, state });
    });
  return {
    noteShown: (shown) => void put.run({ ...shown, state: 'shown' }),
    findShown: (project, name) => one.get({ project, name, state: 'shown' }),
    accept: (accepted) => settle(accepted, 'accepted'),
    findAccepted: (project, name) => one.get({ project, name, state: 'accepted' }),
    switchOff: (off) => settle(off, 'off'),
    isOff: (project, name) => one.get({ project, name, state: 'off' }) !== undefined,
  };
}

function offers(database: Database): Omit<McpStore, keyof Decisions> {
  const put = database.write(`
    INSERT INTO mcp_offers (hash, project, offer, at_ms) VALUES (@hash, @project, @offer, @atMs)
    ON CONFLICT (hash, project) DO UPDATE SET offer = excluded.offer, at_ms = excluded.at_ms`);
  const offer = database.read(
    'SELECT offer, at_ms AS atMs FROM mcp_offers WHERE hash = @hash AND project = @project',
    z.object({ offer: ownJson<ServerOffer>(), atMs: z.int() }),
  );
  const old = database.write('DELETE FROM mcp_offers WHERE at_ms < @beforeMs');
  const keep = database.write(`
    INSERT INTO mcp_session_tools (session, tools) VALUES (@session, @tools)
    ON CONFLICT (session) DO UPDATE SET tools = excluded.tools`);
  const tools = database.read(
    'SELECT tools FROM mcp_session_tools WHERE session = @session',
    z.object({ tools: ownJson<readonly ToolDefinition[]>() }),
  );
  return {
    findOffer: (hash, project) => offer.get({ hash, project }),
    keepOffer: (hash, project, found, atMs) =>
      database.unflushed(() => void put.run({ hash, project, offer: JSON.stringify(found), atMs })),
    tidy: (beforeMs) => void old.run({ beforeMs }),
    toolsOf: (session) => tools.get({ session })?.tools,
    keepTools: (session, found) =>
      database.unflushed(() => void keep.run({ session, tools: JSON.stringify(found) })),
  };
}
