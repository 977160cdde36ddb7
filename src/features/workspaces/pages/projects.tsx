import type { Machines } from '../../../cluster/machines.ts';
import type { OtherMachines } from '../../../contracts/machines.ts';
import type { WebRequest, WebView } from '../../../contracts/web-page.ts';
import type { Workspace } from '../../../contracts/workspaces.ts';
import { commandName } from '../../../core/texts/texts.ts';
import type { ConsoleVisitors } from '../../../gateway/people/console-visitors.ts';
import {
  type ChatPlaces,
  chatIn,
  type VisitorProjectsParts,
  visitorProjects,
} from '../../../gateway/people/visitor-projects.ts';
import { workspaceOf } from '../../../gateway/tasks/projects.ts';
import { idempotencyKey } from '../../../web-server/idempotency-key.ts';
import { Badge, Card, Empty } from '../../../web-server/ui.tsx';
import { reachableProjects } from '../elsewhere.ts';
import { workspaceTexts } from '../texts/texts.ts';
import { ChooseForm } from './choose-form.tsx';
import { OnOtherMachines } from './on-other-machines.tsx';
import { PROJECTS_PATH } from './paths.ts';

export interface ProjectsParts {
  readonly program: VisitorProjectsParts['program'];
  readonly visitors: VisitorProjectsParts['visitors'] & Pick<ConsoleVisitors, 'ownChat'>;
  readonly store: ChatPlaces['store'];
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
      const command = commandName(request.texts.commands.workspace);
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
