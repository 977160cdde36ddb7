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
import { chooseWorkspace } from '../choose.ts';
import { type ProjectMachines, reachableProjects } from '../elsewhere.ts';

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
