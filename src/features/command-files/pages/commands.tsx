import type { CommandContext } from '../../../contracts/commands.ts';
import type { Store } from '../../../contracts/store.ts';
import type { SpokenMessage, WebForm, WebRequest, WebView } from '../../../contracts/web-page.ts';
import type { Workspace } from '../../../contracts/workspaces.ts';
import { commandName } from '../../../core/texts/command-name.ts';
import type { ConsoleVisitors, VisitorChat } from '../../../gateway/people/console-visitors.ts';
import { preApprovedLine } from '../../../gateway/people/pre-approved-line.ts';
import { TRUST_STEPS, trustStep, trustWords } from '../../../gateway/people/trust-step.ts';
import { chatIn, visitorProject, visitorProjects } from '../../../gateway/people/visitor-projects.ts';
import { preApprovedBy } from '../../../tools/pre-approved.ts';
import { Badge, ButtonForm, Card, ChoiceForm, Empty, Prose } from '../../../web-server/ui.tsx';
import { wishKey } from '../../../web-server/wish-key.ts';
import type { CommandFileRegistry, ListedCommand, NamedCommandFile } from '../command-file.ts';
import { commandFileTexts } from '../texts/texts.ts';
import { trustedFileOf } from '../trust.ts';

const PATH = '/commands';
/** As command files are named, with their folder before it. */
const NAME = /^[\w./:-]{1,200}$/;

export interface CommandsPageParts {
  readonly files: CommandFileRegistry;
  readonly program: { readonly workspaces: Pick<CommandContext['program']['workspaces'], 'list' | 'usual'> };
  readonly store: Pick<Store, 'chosenWorkspaces' | 'trust'>;
  readonly visitors: Pick<ConsoleVisitors, 'chats' | 'mayKnow'>;
}

/** An entry of the list, with the file itself where it wants to do something unasked. */
interface Entry {
  readonly listed: ListedCommand;
  readonly wants: NamedCommandFile | undefined;
}

/** The command files for a project, from the disk: whose they are, and what each wants to do unasked. */
export function commandsView(parts: CommandsPageParts): WebView {
  return {
    async show(request) {
      const { page } = commandFileTexts(request.texts);
      const named = request.query('project');
      const project = visitorProject(named, request, parts);
      if (project === undefined) return named === '' ? noProject(request) : undefined;
      const entries = await entriesOf(project, parts.files);
      const place = { project, chat: chatOf(project, request, parts), request, parts };
      return {
        title: page.title,
        isStill: true,
        regions: [
          { name: 'project', body: <Project project={project} request={request} parts={parts} /> },
          { name: 'commands', body: <Commands entries={entries} place={place} /> },
        ],
      };
    },
    submit: (request, form) => trustMessage(request, form, parts),
  };
}

function noProject({ texts }: WebRequest) {
  const { page } = commandFileTexts(texts);
  const body = (
    <Card id="none" title={page.title}>
      <Empty>{page.noProject}</Empty>
    </Card>
  );
  return { title: page.title, regions: [{ name: 'none', body }] };
}

async function entriesOf({ path }: Workspace, files: CommandFileRegistry): Promise<readonly Entry[]> {
  const listed = await files.list(path);
  return await Promise.all(
    listed.map(async (one): Promise<Entry> => ({ listed: one, wants: await wantsOf(one, path, files) })),
  );
}

/** Only what a project brings along has to be accepted, and only what is loaded by its name. */
async function wantsOf(
  { name, source, hiddenBy }: ListedCommand,
  path: string,
  files: CommandFileRegistry,
): Promise<NamedCommandFile | undefined> {
  if (hiddenBy !== undefined || source === 'own' || source === 'shipped') return undefined;
  const found = await files.find(path, name);
  if (found === undefined || found === 'too-large') return undefined;
  return preApprovedBy(found.allowedTools).length === 0 ? undefined : found;
}

/** Only owners accept what a project brings along, in a chat that works there. */
function chatOf(project: Workspace, request: WebRequest, parts: CommandsPageParts): VisitorChat | undefined {
  return request.visitor.role === 'owner' ? chatIn(project, request, parts) : undefined;
}

interface ProjectProps {
  readonly project: Workspace;
  readonly request: WebRequest;
  readonly parts: CommandsPageParts;
}

function Project({ project, request, parts }: ProjectProps) {
  const { page } = commandFileTexts(request.texts);
  const options = visitorProjects(request, parts).map(({ name }) => name);
  return (
    <ChoiceForm
      action={PATH}
      name="project"
      label={page.project}
      button={page.show}
      options={options}
      chosen={project.name}
    />
  );
}

/** A project that commands are shown for, and the chat of this visitor there. */
interface Place extends ProjectProps {
  readonly chat: VisitorChat | undefined;
}

function Commands({ entries, place }: { readonly entries: readonly Entry[]; readonly place: Place }) {
  const { request, chat } = place;
  const { page } = commandFileTexts(request.texts);
  const isElsewhere = request.visitor.role === 'owner' && chat === undefined;
  return (
    <Card id="commands" title={entries.length === 1 ? page.one : page.count(String(entries.length))}>
      {entries.length === 0 ? (
        <Empty>
          {page.none}
          <code>{page.where}</code>
        </Empty>
      ) : (
        <ul class="rows">
          {entries.map((entry) => (
            <Row entry={entry} place={place} />
          ))}
        </ul>
      )}
      {isElsewhere && entries.some(({ wants }) => wants !== undefined) ? (
        <p class="meta">{page.elsewhere}</p>
      ) : null}
    </Card>
  );
}

function Row({ entry, place }: EntryProps) {
  const { listed, wants } = entry;
  const { clean } = place.request;
  const { name, description, argumentHint } = listed;
  return (
    <li>
      <code>{clean(`/${name} ${argumentHint}`.trim())}</code>
      <Standing entry={entry} place={place} />
      {description === '' ? null : (
        <span class="meta">
          <span>{clean(description)}</span>
        </span>
      )}
      <Where entry={entry} place={place} />
      {wants === undefined ? null : <Trust file={wants} place={place} />}
    </li>
  );
}

interface EntryProps {
  readonly entry: Entry;
  readonly place: Place;
}

function Standing({ entry: { listed, wants }, place: { request, project, parts } }: EntryProps) {
  const { page } = commandFileTexts(request.texts);
  if (wants === undefined) return <Badge tone="calm">{page.source[listed.source]}</Badge>;
  const { name, path, hash } = wants;
  const isAccepted = parts.store.trust.isAccepted({ workspace: project.path, name, path, hash });
  return <Badge tone={isAccepted ? 'good' : 'asks'}>{page.trust[isAccepted ? 'accepted' : 'asks']}</Badge>;
}

function Where({ entry: { listed, wants }, place: { request } }: EntryProps) {
  const { texts, clean, visitor } = request;
  const { page } = commandFileTexts(texts);
  const { source, plugin, path, hiddenBy } = listed;
  // Only an owner sees places outside of the project.
  const isShown = visitor.role === 'owner' || source === 'workspace' || source === 'plugin';
  return (
    <span class="meta">
      {wants === undefined ? null : <span>{page.source[source]}</span>}
      {plugin === undefined ? null : <span>{clean(plugin)}</span>}
      {isShown ? <code>{clean(path)}</code> : null}
      {hiddenBy === undefined || !isShown ? null : <span>{page.hidden(clean(hiddenBy))}</span>}
    </span>
  );
}

/** The next step in the chat: what it would no longer ask about, a yes to that, or an end of it. */
function Trust({ file, place }: { readonly file: NamedCommandFile; readonly place: Place }) {
  const { chat, project, request, parts } = place;
  const { texts, clean, nowMs } = request;
  const { page } = commandFileTexts(texts);
  const lines = preApprovedBy(file.allowedTools).map((call) => preApprovedLine(call, texts));
  const step =
    chat &&
    trustStep(
      trustedFileOf(file, { workspace: project.path, sender: chat.sender, nowMs }),
      parts.store.trust,
    );
  return (
    <div class="wide">
      <p>{page.wants}</p>
      <Prose text={clean(lines.join('\n'))} />
      {step === undefined ? null : (
        <ButtonForm
          action={PATH}
          label={page.stepFor(clean(file.name))}
          fields={{ project: project.name, command: file.name }}
          buttons={[
            { name: 'step', value: step, label: page.steps[step], kind: step === 'yes' ? 'main' : 'plain' },
          ]}
        />
      )}
    </div>
  );
}

/** The command as an owner types it in their chat of the project, which looks at the file once more. */
function trustMessage(
  request: WebRequest,
  form: WebForm,
  parts: CommandsPageParts,
): SpokenMessage | undefined {
  const { command = '', project: named = '' } = form;
  const step = TRUST_STEPS.find((one) => one === form.step);
  const project = named === '' ? undefined : visitorProject(named, request, parts);
  const chat = project && chatOf(project, request, parts);
  if (step === undefined || chat === undefined || !NAME.test(command)) return undefined;
  const { conversation, sender } = chat;
  return {
    conversation,
    sender,
    key: wishKey(request, 'command-file', conversation, command, step),
    text: `${commandName(commandFileTexts(request.texts).command)} ${command}${trustWords(step)}`,
  };
}
