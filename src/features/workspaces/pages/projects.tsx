import type { Machines } from '../../../cluster/machines.ts';
import type { WebRequest, WebView } from '../../../contracts/web-page.ts';
import type { Workspace } from '../../../contracts/workspaces.ts';
import {
  type ChatPlaces,
  chatIn,
  type VisitorProjectsParts,
  visitorProjects,
} from '../../../gateway/people/visitor-projects.ts';
import { Badge, Card, Empty } from '../../../web-server/ui.tsx';
import { workspaceTexts } from '../texts/texts.ts';
import { OnOtherMachines } from './on-other-machines.tsx';

const PATH = '/projects';

export interface ProjectsParts {
  readonly program: VisitorProjectsParts['program'];
  readonly visitors: VisitorProjectsParts['visitors'];
  readonly store: ChatPlaces['store'];
  /** Undefined: the program is alone. */
  readonly machines: Pick<Machines, 'cell' | 'seen'> | undefined;
}

/** The projects that this person may know. They are read from the disk. */
export function projectsView(parts: ProjectsParts): WebView {
  return {
    async show(request) {
      const { page } = workspaceTexts(request.texts);
      const projects = visitorProjects(request, parts);
      const { machines, visitors } = parts;
      const seen = await machines?.seen();
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
                      <Row project={project} request={request} parts={parts} />
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
              <OnOtherMachines seen={seen} here={machines.cell} request={request} visitors={visitors} />
            ),
          },
        ],
      };
    },
  };
}

interface PartProps {
  readonly request: WebRequest;
  readonly parts: ProjectsParts;
}

function Row({ project, request, parts }: PartProps & { readonly project: Workspace }) {
  const { visitor, clean, texts } = request;
  const { name, path } = project;
  return (
    <li>
      <a href={`${PATH}/${encodeURIComponent(name)}`}>{clean(name)}</a>
      {chatIn(project, request, parts) === undefined ? null : (
        <Badge tone="good">{workspaceTexts(texts).page.chosen}</Badge>
      )}
      {/* Only an owner sees its place on the computer. */}
      {visitor.role === 'owner' ? (
        <span class="meta">
          <code>{clean(path)}</code>
        </span>
      ) : null}
    </li>
  );
}

function LeftOut({ request: { visitor, texts }, parts }: PartProps) {
  const { leftOut } = parts.program.workspaces.list();
  if (leftOut === 0 || visitor.role !== 'owner') return null;
  return <p class="empty">{workspaceTexts(texts).leftOut(leftOut)}</p>;
}
