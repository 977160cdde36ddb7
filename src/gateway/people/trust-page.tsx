import type { Child } from 'hono/jsx';
import type { PermittedTool } from '../../contracts/assignment.ts';
import type { Store } from '../../contracts/store.ts';
import type { SpokenMessage, WebForm, WebRegion, WebRequest, WebView } from '../../contracts/web-page.ts';
import type { Workspace } from '../../contracts/workspaces.ts';
import { sha256 } from '../../core/json.ts';
import { shorten } from '../../core/text.ts';
import type { Texts } from '../../core/texts/texts.ts';
import { Prose } from '../../web-server/prose.tsx';
import { idempotencyKey } from '../../web-server/render-page.ts';
import { ButtonForm, Card, ChoiceForm, Code, Empty } from '../../web-server/ui.tsx';
import {
  chatIn,
  type VisitorChat,
  type VisitorProjectsParts,
  visitorProject,
  visitorProjects,
} from './console-visitors.ts';
import { preApprovedLine, TRUST_STEPS, type TrustStep, trustWords } from './trust-step.ts';

export interface TrustPageParts extends VisitorProjectsParts {
  readonly store: Pick<Store, 'chosenWorkspaces' | 'trust'>;
}

/** A page about files of a project that want to do something unasked, until an owner accepts them. */
export interface TrustPage<Parts> {
  readonly path: string;
  words(texts: Texts): TrustPageWords;
  /** The field of a form that names one of the files. */
  readonly field: string;
  /** How such names look. */
  readonly names: RegExp;
  /** What an owner types in a chat before the name. */
  command(texts: Texts): string;
  regions(place: TrustContext<Parts>): Promise<readonly WebRegion[]>;
}

interface TrustPageWords {
  readonly title: string;
  readonly project: string;
  readonly show: string;
  readonly noProject: string;
  readonly one: string;
  count(files: string): string;
  readonly none: string;
  /** Where the first one would be. */
  readonly where: string;
  /** For an owner who has no chat in this project. */
  readonly elsewhere: string;
  readonly steps: Readonly<Record<TrustStep, string>>;
  stepFor(name: string): string;
}

/** The project that the page is shown for, and who looks. */
export interface TrustContext<Parts> {
  readonly project: Workspace;
  /**
   * The chat in which this owner accepts the project's files; undefined when the visitor is no owner, or has no chat
   * there.
   */
  readonly chat: VisitorChat | undefined;
  readonly request: WebRequest;
  readonly parts: Parts;
}

export function trustView<Parts extends TrustPageParts>(page: TrustPage<Parts>, parts: Parts): WebView {
  return {
    async show(request) {
      const { title, noProject } = page.words(request.texts);
      const named = request.query('project');
      const project = visitorProject(named, request, parts);
      if (project === undefined) return named === '' ? withoutProject(title, noProject) : undefined;
      const place = { project, chat: chatOf(project, request, parts), request, parts };
      const choice = { name: 'project', body: <ProjectChoice page={page} place={place} /> };
      return { title, isStill: true, regions: [choice, ...(await page.regions(place))] };
    },
    submit: (request, form) => trustMessage(request, form, { page, parts }),
  };
}

function withoutProject(title: string, noProject: string) {
  const body = (
    <Card id="none" title={title}>
      <Empty>{noProject}</Empty>
    </Card>
  );
  return { title, regions: [{ name: 'none', body }] };
}

function chatOf(project: Workspace, request: WebRequest, parts: TrustPageParts): VisitorChat | undefined {
  return request.visitor.role === 'owner' ? chatIn(project, request, parts) : undefined;
}

interface ProjectChoiceProps<Parts> {
  readonly page: TrustPage<Parts>;
  readonly place: TrustContext<Parts>;
}

function ProjectChoice<Parts extends TrustPageParts>({ page, place }: ProjectChoiceProps<Parts>) {
  const { project, request, parts } = place;
  const words = page.words(request.texts);
  return (
    <ChoiceForm
      action={page.path}
      name="project"
      label={words.project}
      button={words.show}
      options={visitorProjects(request, parts).map(({ name }) => name)}
      chosen={project.name}
    />
  );
}

interface TrustButtonProps<Parts> extends ProjectChoiceProps<Parts> {
  /** Name of the file, as the chat knows it. */
  readonly name: string;
  readonly step: TrustStep;
}

/** The next step in the chat: what it would no longer ask about, a yes to that, or an end of it. */
export function TrustButton<Parts>({ page, place, name, step }: TrustButtonProps<Parts>) {
  const { project, request } = place;
  const { steps, stepFor } = page.words(request.texts);
  return (
    <ButtonForm
      action={page.path}
      label={stepFor(request.clean(name))}
      fields={{ project: project.name, [page.field]: name }}
      buttons={[{ name: 'step', value: step, label: steps[step], kind: step === 'yes' ? 'main' : 'plain' }]}
    />
  );
}

interface TrustPageContext<Parts> {
  readonly page: TrustPage<Parts>;
  readonly parts: Parts;
}

/** The command as an owner types it in their chat of the project, which looks at the file once more. */
function trustMessage<Parts extends TrustPageParts>(
  request: WebRequest,
  form: WebForm,
  { page, parts }: TrustPageContext<Parts>,
): SpokenMessage | undefined {
  const { project: named = '', [page.field]: name = '' } = form;
  const step = TRUST_STEPS.find((one) => one === form.step);
  const project = named === '' ? undefined : visitorProject(named, request, parts);
  const chat = project && chatOf(project, request, parts);
  if (step === undefined || chat === undefined || !page.names.test(name)) return undefined;
  const { conversation, sender } = chat;
  return {
    conversation,
    sender,
    key: idempotencyKey(request, form, page.path, conversation, name, step),
    text: `${page.command(request.texts)} ${name}${trustWords(step)}`,
  };
}

/** How much of a file's text is shown, in UTF-16 code units. */
const MAX_SHOWN = 4000;

interface TrustListProps<Parts> {
  readonly id: string;
  readonly page: TrustPage<Parts>;
  readonly place: TrustContext<Parts>;
  readonly rows: readonly Child[];
  /** One of them waits for an owner. */
  readonly asks: boolean;
}

/** The files that were found, or where to put the first one. */
export function TrustList<Parts>({ id, page, place: { request, chat }, rows, asks }: TrustListProps<Parts>) {
  const words = page.words(request.texts);
  const isElsewhere = request.visitor.role === 'owner' && chat === undefined;
  return (
    <Card id={id} title={rows.length === 1 ? words.one : words.count(String(rows.length))}>
      {rows.length === 0 ? (
        <Empty>
          {words.none}
          <code>{words.where}</code>
        </Empty>
      ) : (
        <ul class="rows">{rows}</ul>
      )}
      {isElsewhere && asks ? <p class="meta">{words.elsewhere}</p> : null}
    </Card>
  );
}

interface FileTextProps {
  readonly name: string;
  readonly label: string;
  /** Without secrets. */
  readonly text: string;
}

/** The text of the file, folded until the reader opens it. */
export function FileText({ name, label, text }: FileTextProps) {
  if (text.trim() === '') return null;
  return (
    <details class="call wide" id={`read-${sha256(name).slice(0, 8)}`}>
      <summary>{label}</summary>
      <div class="inside">
        <Code text={shorten(text, MAX_SHOWN)} />
      </div>
    </details>
  );
}

interface WantsToAskLessProps<Parts> extends Omit<TrustButtonProps<Parts>, 'step'> {
  readonly label: string;
  readonly calls: readonly PermittedTool[];
  /** Undefined for a visitor who can't accept it from here. */
  readonly step: TrustButtonProps<Parts>['step'] | undefined;
}

/** The calls that the file would no longer ask about, and the next step in the chat. */
export function WantsToAskLess<Parts>({ label, calls, step, ...button }: WantsToAskLessProps<Parts>) {
  const { texts, clean } = button.place.request;
  return (
    <div class="wide">
      <p>{label}</p>
      <Prose text={clean(calls.map((call) => preApprovedLine(call, texts)).join('\n'))} />
      {step === undefined ? null : <TrustButton {...button} step={step} />}
    </div>
  );
}
