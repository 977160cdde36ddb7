import type { Machines } from '../../../cluster/machines.ts';
import type { ClusterSnapshot } from '../../../cluster/overview/cluster-snapshot.ts';
import type { OtherMachines } from '../../../contracts/machines.ts';
import type { WebRequest, WebView } from '../../../contracts/web-page.ts';
import type { Workspace } from '../../../contracts/workspaces.ts';
import { commandName } from '../../../core/texts/texts.ts';
import {
  type ConsoleVisitors,
  chatIn,
  type VisitorChatParts,
  type VisitorProjectsParts,
  visitorProjects,
} from '../../../gateway/people/console-visitors.ts';
import { workspaceOf } from '../../../gateway/tasks/projects.ts';
import { idempotencyKey } from '../../../web-server/render-page.ts';
import { Badge, ButtonForm, Card, Empty, When } from '../../../web-server/ui.tsx';
import { reachableProjects } from '../projects-elsewhere.ts';
import { workspaceTexts } from '../texts/texts.ts';

export interface ProjectsParts {
  readonly program: VisitorProjectsParts['program'];
  readonly visitors: VisitorProjectsParts['visitors'] & Pick<ConsoleVisitors, 'ownChat'>;
  readonly store: VisitorChatParts['store'];
  /** Undefined when the program is alone. */
  readonly machines:
    | (Pick<Machines, 'cell' | 'readCluster'> & Pick<OtherMachines, 'canMove' | 'projects'>)
    | undefined;
}

/**
 * The projects that this person may know. They are read from the disk. Its buttons ask what `/workspace switch` does.
 */
export function projectsView(parts: ProjectsParts): WebView {
  return {
    async show(request) {
      const { page } = workspaceTexts(request.texts);
      const projects = visitorProjects(request, parts);
      const { machines, visitors } = parts;
      const seen = await machines?.readCluster();
      const choices = choicesFor(request, parts);
      return {
        title: page.title,
        isStill: true,
        regions: [
          {
            name: 'projects',
            body: (
              <Card
                id="projects"
                title={projects.length === 1 ? page.one : page.count(String(projects.length))}
                aside={machines && page.on(machines.cell)}
              >
                {projects.length === 0 ? (
                  <Empty>{page.none}</Empty>
                ) : (
                  <ul class="rows">
                    {projects.map((project) => (
                      <Row project={project} request={request} parts={parts} choices={choices} />
                    ))}
                  </ul>
                )}
                <LeftOut request={request} parts={parts} />
              </Card>
            ),
          },
          {
            name: 'elsewhere',
            body: machines && (
              <OnOtherMachines
                seen={seen}
                here={machines.cell}
                request={request}
                visitors={visitors}
                choices={choices}
              />
            ),
          },
        ],
      };
    },
    submit(request, form) {
      const chat = parts.visitors.ownChat(request.visitor);
      const { project = '' } = form;
      if (chat === undefined || !choicesFor(request, parts).has(project)) return undefined;
      const command = commandName(workspaceTexts(request.texts).commands.workspace);
      return {
        ...chat,
        key: idempotencyKey(request, form, 'projects', project),
        text: `${command} switch ${project}`,
      };
    },
  };
}

/** Names of the projects that the visitor's own chat can go to from where it is. */
function choicesFor(request: WebRequest, parts: ProjectsParts): ReadonlySet<string> {
  const { visitor } = request;
  const { program, store, visitors, machines } = parts;
  const chat = visitors.ownChat(visitor);
  if (chat === undefined) return new Set();
  const { conversation } = chat;
  const now = workspaceOf(conversation, { store, program });
  const here = visitorProjects(request, parts).filter(({ path }) => path !== now);
  const isTheirs = (name: string): boolean => visitors.mayKnow(visitor, name);
  const { workspaces } = program;
  const away = reachableProjects({ conversation, workspaces, isTheirs }, machines);
  return new Set([...here, ...away].map(({ name }) => name));
}

interface PartProps {
  readonly request: WebRequest;
  readonly parts: ProjectsParts;
}

interface RowProps extends PartProps {
  readonly project: Workspace;
  readonly choices: ReadonlySet<string>;
}

function Row({ project, request, parts, choices }: RowProps) {
  const { visitor, clean, texts } = request;
  const { name, path } = project;
  return (
    <li>
      <a href={`${PROJECTS_PATH}/${encodeURIComponent(name)}`}>{clean(name)}</a>
      {chatIn(project, request, parts) === undefined ? null : (
        <Badge tone="good">{workspaceTexts(texts).page.chosen}</Badge>
      )}
      {/* Only an owner sees its place on the computer. */}
      {visitor.role === 'owner' ? (
        <span class="meta">
          <code>{clean(path)}</code>
        </span>
      ) : null}
      {choices.has(name) ? <ChooseForm name={name} request={request} /> : null}
    </li>
  );
}

function LeftOut({ request: { visitor, texts }, parts }: PartProps) {
  const { leftOut } = parts.program.workspaces.list();
  if (leftOut === 0 || visitor.role !== 'owner') return null;
  return <p class="empty">{workspaceTexts(texts).leftOut(leftOut)}</p>;
}

interface OtherMachinesProps {
  /** Undefined when the others were never seen. */
  readonly seen: ClusterSnapshot | undefined;
  /** The cell whose page it is. */
  readonly here: string;
  readonly request: WebRequest;
  readonly visitors: Pick<ConsoleVisitors, 'mayKnow'>;
  /** Names of those that the visitor's chat can go to now. */
  readonly choices: ReadonlySet<string>;
}

/**
 * Projects of the other cells that this person may know, each with the cells that have it; also of one that is gone.
 */
function OnOtherMachines({ seen, here, request, visitors, choices }: OtherMachinesProps) {
  const { visitor, texts, clean } = request;
  const { page } = workspaceTexts(texts);
  const projects = projectsElsewhere(seen, here).filter(({ name }) => visitors.mayKnow(visitor, name));
  const gone = new Set(seen?.members.filter(({ isAlive }) => !isAlive).map(({ name }) => name));
  const shown = (cell: string): string => clean(gone.has(cell) ? page.goneCell(cell) : cell);
  return (
    <Card id="elsewhere" title={page.elsewhere}>
      {seen === undefined || seen.isAway ? (
        <p class="trouble">
          {page.away} {seen === undefined ? null : <When atMs={seen.atMs} request={request} />}
        </p>
      ) : null}
      {projects.length === 0 ? (
        <Empty>{page.noneElsewhere}</Empty>
      ) : (
        <ul class="rows">
          {projects.map(({ name, cells }) => (
            <li>
              <span>{clean(name)}</span>
              <span class="meta">
                <span>{page.on(cells.map(shown).join(', '))}</span>
              </span>
              {choices.has(name) ? <ChooseForm name={name} request={request} /> : null}
            </li>
          ))}
        </ul>
      )}
      <p class="meta">{page.elsewhereIs}</p>
    </Card>
  );
}

interface ElsewhereProject {
  readonly name: string;
  readonly cells: readonly string[];
}

/** By name. */
function projectsElsewhere(seen: ClusterSnapshot | undefined, here: string): readonly ElsewhereProject[] {
  const cells = new Map<string, string[]>();
  for (const { kind, name: cell, snapshot } of seen?.members ?? []) {
    if (kind === 'front' || cell === here) continue;
    for (const name of snapshot?.projects ?? []) cells.set(name, [...(cells.get(name) ?? []), cell]);
  }
  return [...cells]
    .map(([name, ofIt]) => ({ name, cells: ofIt }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

interface ChooseFormProps {
  /** Of the project. */
  readonly name: string;
  readonly request: Pick<WebRequest, 'clean' | 'texts'>;
}

/** The visitor's chat is to work there from now on. */
function ChooseForm({ name, request: { clean, texts } }: ChooseFormProps) {
  const { page } = workspaceTexts(texts);
  return (
    <ButtonForm
      action={PROJECTS_PATH}
      label={page.chooses(clean(name))}
      fields={{ project: name }}
      buttons={[{ name: 'do', value: 'switch', label: page.choose, kind: 'plain' }]}
    />
  );
}

const PROJECTS_PATH = '/projects';
