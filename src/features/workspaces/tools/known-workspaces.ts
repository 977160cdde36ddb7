import { basename } from 'node:path';
import { bootstrapNames } from '../../../agent/prompt/bootstrap.ts';
import type { ProgramFacts } from '../../../contracts/commands.ts';
import type { ProjectElsewhere } from '../../../contracts/machines.ts';
import type { SessionRecord } from '../../../contracts/session.ts';
import type {
  ChosenWorkspaceStore,
  Workspace,
  WorkspaceFacts,
  WorkspaceRights,
} from '../../../contracts/workspaces.ts';
import type { Clock } from '../../../core/clock.ts';
import { Failure } from '../../../core/failure.ts';
import { oneLine } from '../../../core/text.ts';
import { chooseWorkspace } from '../choose-workspace.ts';
import { type ProjectMachines, reachableProjects } from '../projects-elsewhere.ts';

/** How much of an unknown name is repeated, in UTF-16 code units. */
const MAX_ECHO_LENGTH = 60;
const MAX_NAMED = 20;

/** The projects that the person of a session may know. */
export interface KnownWorkspaces {
  /** Canonical path of this session's own one, which never changes. */
  readonly own: string;
  readonly mayChoose: boolean;
  /** False where others read along: then only names are shown. */
  readonly showsPaths: boolean;
  /** Canonical path of the one for the next session of this conversation. */
  next(): string;
  list(): readonly Workspace[];
  /** Projects of other machines that this conversation can move to, once nothing is open in it. */
  elsewhere(): readonly ProjectElsewhere[];
  named(name: string): Workspace | undefined;
  look(path: string): Promise<WorkspaceFacts>;
  /** The owner's files for a task that begins there. */
  ownerFiles(path: string): readonly string[];
  /** Chooses the one for the next session. */
  choose(path: string): void;
}

export type WorkspacesOfSession = (session: SessionRecord) => KnownWorkspaces;

export interface KnownWorkspacesPorts {
  readonly program: Pick<ProgramFacts, 'workspaces' | 'bootstrap'>;
  readonly chosen: ChosenWorkspaceStore;
  /** Missing when there is only this one. */
  readonly machines?: ProjectMachines;
  rightsOf(session: SessionRecord): WorkspaceRights;
  /** True when only an owner reads the session's answers. */
  ownerAlone(session: SessionRecord): boolean;
  readonly clock: Pick<Clock, 'nowMs'>;
}

export function workspacesBySession(ports: KnownWorkspacesPorts): WorkspacesOfSession {
  const { program, chosen, clock } = ports;
  const { workspaces, bootstrap } = program;
  return (session) => {
    const { conversation, project } = session;
    const { names, mayChoose } = ports.rightsOf(session);
    const isTheirs = (name: string): boolean => names === undefined || names.includes(name);
    const ownerAlone = ports.ownerAlone(session);
    return {
      own: project,
      mayChoose,
      showsPaths: ownerAlone,
      next: () => chosen.find(conversation) ?? workspaces.usual,
      list: () => workspaces.list().found.filter(({ name }) => isTheirs(name)),
      elsewhere: () => reachableProjects({ conversation, workspaces, isTheirs }, ports.machines),
      named(name) {
        const found = workspaces.findByName(name);
        return found !== undefined && isTheirs(found.name) ? found : undefined;
      },
      look: workspaces.inspect,
      ownerFiles: (path) =>
        bootstrap(path, bootstrapNames('agent', ownerAlone)).flatMap((file) =>
          file.kind === 'read' ? (ownerAlone ? file.place : file.name) : [],
        ),
      choose: (path) => chooseWorkspace(path, conversation, { program, chosen, clock }),
    };
  };
}

/**
 * The project of this name that the person may work in; throws Failure `not-found` that lists them. Only the person can
 * move to one of another machine: a chat moves when nothing is open in it, and the task that asks is open.
 */
export function workspaceNamed(name: string, { named, list, elsewhere }: KnownWorkspaces): Workspace {
  const found = named(name);
  if (found !== undefined) return found;
  const away = elsewhere().find((one) => one.name === name);
  if (away !== undefined)
    throw new Failure(
      'not-found',
      `${away.name} is on another machine (${away.machines.join(', ')}): nothing of it can be reached from here. Tell the person to send /workspace switch ${away.name} when this task has ended: that moves the chat there.`,
    );
  const all = list().map((one) => one.name);
  const known = all.length > MAX_NAMED ? [...all.slice(0, MAX_NAMED), `${all.length - MAX_NAMED} more`] : all;
  throw new Failure(
    'not-found',
    `There is no project ${JSON.stringify(oneLine(name, MAX_ECHO_LENGTH))}. ${known.length === 0 ? 'There is none at all.' : `There are: ${known.join(', ')}.`}`,
  );
}

/** The project of this session, even if it can no longer be chosen. */
export function ownWorkspace({ own }: Pick<KnownWorkspaces, 'own'>): Workspace {
  return { name: basename(own), path: own };
}
