import type { WorkspaceBoard } from '../contracts/workspaces.ts';
import type { ActiveSession } from './active-session.ts';
import { bootstrapNames } from './prompt/bootstrap.ts';

/** The projects that the person of this session may know. */
export function workspaceBoard(session: ActiveSession): WorkspaceBoard {
  const { parts, record } = session;
  const { conversation, project } = record;
  const { workspaces, store } = parts;
  const { names, mayChoose } = parts.people.rightsOf(record);
  const isTheirs = (name: string): boolean => names === undefined || names.includes(name);
  const ownerAlone = parts.people.ownerAlone(record);
  return {
    own: project,
    mayChoose,
    showsPaths: ownerAlone,
    next: () => store.chosenWorkspaces.of(conversation) ?? workspaces.usual,
    list: () => workspaces.list().found.filter(({ name }) => isTheirs(name)),
    named(name) {
      const found = workspaces.named(name);
      return found !== undefined && isTheirs(found.name) ? found : undefined;
    },
    look: workspaces.look,
    ownerFiles: (path) =>
      parts.reading
        .bootstrap(path, bootstrapNames('agent', ownerAlone))
        .flatMap((file) => (file.kind === 'read' ? (ownerAlone ? file.place : file.name) : [])),
    choose: (path) =>
      session.defer(() =>
        path === workspaces.usual
          ? store.chosenWorkspaces.forget(conversation)
          : store.chosenWorkspaces.choose(conversation, path, parts.clock.nowMs()),
      ),
  };
}
