import { trustedKindOf } from '../../../claude-files/trusted-kind.ts';
import type { ProgramFacts } from '../../../contracts/commands.ts';
import type { Store } from '../../../contracts/store.ts';
import type { WebRequest, WebView } from '../../../contracts/web-page.ts';
import type { Workspace, WorkspaceFacts } from '../../../contracts/workspaces.ts';
import { localeOf } from '../../../core/texts/texts.ts';
import { type ConsoleVisitors, visitorProject } from '../../../gateway/people/console-visitors.ts';
import { bootstrapLines } from '../../../gateway/tasks/projects.ts';
import { statusText, taskLine } from '../../../gateway/tasks/session-text.ts';
import { Prose } from '../../../web-server/prose.tsx';
import { Badge, Card, Empty, type Fact, Facts, toneOf, When, withoutEmoji } from '../../../web-server/ui.tsx';
import { workspaceTexts } from '../texts/texts.ts';

export interface ProjectParts {
  readonly program: Pick<ProgramFacts, 'bootstrap' | 'workspaces'>;
  readonly visitors: Pick<ConsoleVisitors, 'chats' | 'mayKnow' | 'mayRead'>;
  readonly store: Pick<Store, 'sessions' | 'trust'>;
}

/**
 * One project: its repository, what tasks read first, and what of it was accepted. Git is asked, so it stays as it is.
 */
export function projectView(parts: ProjectParts): WebView {
  return {
    async show(request) {
      const name = request.param('name');
      const project = name === '' ? undefined : visitorProject(name, request, parts);
      if (project === undefined) return undefined;
      const facts = await parts.program.workspaces.inspect(project.path);
      return {
        title: request.clean(project.name),
        isStill: true,
        regions: [
          { name: 'state', body: <State project={project} facts={facts} request={request} /> },
          {
            name: 'brought',
            body: (
              <div class="columns">
                <div>
                  <Tasks project={project} request={request} parts={parts} />
                  <Trusted project={project} request={request} parts={parts} />
                </div>
                <div>
                  <Files project={project} request={request} parts={parts} />
                  <More project={project} request={request} />
                </div>
              </div>
            ),
          },
        ],
      };
    },
  };
}

interface ProjectProps {
  readonly project: Workspace;
  readonly request: WebRequest;
}

function State({ project, facts, request }: ProjectProps & { readonly facts: WorkspaceFacts }) {
  const { visitor, clean, texts } = request;
  const words = workspaceTexts(texts);
  const { repository } = facts;
  return (
    <Card id="state" title={words.page.state}>
      {repository === undefined ? <Empty>{words.noGit}</Empty> : null}
      {/* Git's words may name the folder, which only an owner sees. */}
      {typeof repository === 'function' ? (
        <Prose text={clean(repository(localeOf(texts)).replaceAll(project.path, project.name))} />
      ) : null}
      <Facts facts={projectFacts(facts, request)} />
      {visitor.role === 'owner' ? (
        <p class="meta">
          <code>{clean(project.path)}</code>
        </p>
      ) : null}
    </Card>
  );
}

function projectFacts(
  { repository, languages, testCommand }: WorkspaceFacts,
  { clean, texts }: WebRequest,
): readonly Fact[] {
  const words = workspaceTexts(texts);
  const { facts: names, unknown } = words.page;
  const project: readonly Fact[] = [
    { name: names.languages, value: languages.length === 0 ? unknown : languages.join(', ') },
    { name: names.checks, value: testCommand === undefined ? unknown : <code>{testCommand}</code> },
  ];
  if (repository === undefined || typeof repository === 'function') return project;
  const { branch, defaultBranch, changed, lastCommit } = repository;
  return [
    { name: names.branch, value: branch === undefined ? words.detached : clean(branch) },
    { name: names.defaultBranch, value: defaultBranch === undefined ? unknown : clean(defaultBranch) },
    { name: names.changed, value: String(changed) },
    {
      name: names.commit,
      value:
        lastCommit === undefined ? (
          words.noCommit
        ) : (
          <>
            <code>{lastCommit.hash.slice(0, 7)}</code> {clean(lastCommit.subject)}
          </>
        ),
    },
    ...project,
  ];
}

interface PartProps extends ProjectProps {
  readonly parts: ProjectParts;
}

/** The running and waiting tasks there that this person may see. */
function Tasks({ project, request, parts }: PartProps) {
  const { visitor, clean, texts } = request;
  const { page } = workspaceTexts(texts);
  const open = parts.store.sessions
    .listOpenIn(project.path)
    .filter((session) => parts.visitors.mayRead(visitor, session));
  return (
    <Card id="tasks" title={page.tasks} aside={open.length === 0 ? undefined : open.length}>
      {open.length === 0 ? (
        <Empty>{page.noTasks}</Empty>
      ) : (
        <ul class="rows">
          {open.map((session) => (
            <li>
              <a href={`/tasks/${session.id}`}>{clean(taskLine(session))}</a>
              <Badge tone={toneOf(session.state)}>{withoutEmoji(statusText(session.state, texts))}</Badge>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Files whose bytes an owner has accepted; where they can be taken back, their own pages say. */
function Trusted({ project, request, parts }: PartProps) {
  const { clean, texts } = request;
  const { page } = workspaceTexts(texts);
  const files = parts.store.trust.list(project.path);
  return (
    <Card id="trusted" title={page.trusted} aside={files.length === 0 ? undefined : files.length}>
      {files.length === 0 ? (
        <Empty>{page.noneTrusted}</Empty>
      ) : (
        <ul class="rows">
          {files.map(({ name, path, atMs }) => (
            <li>
              <b>{clean(name)}</b>
              <Badge tone="asks">{page.kinds[trustedKindOf(path)]}</Badge>
              <span class="meta">
                <code>{clean(path)}</code>
                <When atMs={atMs} request={request} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Files({ project, request, parts }: PartProps) {
  const { visitor, texts, clean } = request;
  const { page } = workspaceTexts(texts);
  const { program } = parts;
  const person = { role: visitor.role };
  const lines = bootstrapLines({ program, person, isGroup: false, texts, workspace: project.path });
  return (
    <Card id="files" title={page.files}>
      {lines.length === 0 ? <Empty>{page.noFiles}</Empty> : <Prose text={clean(lines.join('\n'))} />}
    </Card>
  );
}

function More({ project: { name }, request: { texts } }: ProjectProps) {
  const { page } = workspaceTexts(texts);
  const of = `project=${encodeURIComponent(name)}`;
  return (
    <Card id="more" title={page.more}>
      <div class="actions">
        <a class="button button-plain" href={`/commands?${of}`}>
          {page.commands}
        </a>
        <a class="button button-plain" href={`/skills?${of}`}>
          {page.skills}
        </a>
        <a class="button button-plain" href={`/specialists?${of}`}>
          {page.specialists}
        </a>
      </div>
    </Card>
  );
}
