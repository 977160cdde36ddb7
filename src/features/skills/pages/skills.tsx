import type { CommandContext } from '../../../contracts/commands.ts';
import type { Store } from '../../../contracts/store.ts';
import type { SpokenMessage, WebForm, WebRequest, WebView } from '../../../contracts/web-page.ts';
import type { Workspace } from '../../../contracts/workspaces.ts';
import { sha256 } from '../../../core/json.ts';
import { shorten } from '../../../core/text.ts';
import { commandName } from '../../../core/texts/command-name.ts';
import type { ConsoleVisitors, VisitorChat } from '../../../gateway/people/console-visitors.ts';
import { preApprovedLine } from '../../../gateway/people/pre-approved-line.ts';
import { TRUST_STEPS, type TrustStep, trustStep, trustWords } from '../../../gateway/people/trust-step.ts';
import { chatIn, visitorProject, visitorProjects } from '../../../gateway/people/visitor-projects.ts';
import { preApprovedBy } from '../../../tools/pre-approved.ts';
import {
  Badge,
  ButtonForm,
  Card,
  ChoiceForm,
  Code,
  Empty,
  Prose,
  type Tone,
} from '../../../web-server/ui.tsx';
import { wishKey } from '../../../web-server/wish-key.ts';
import { type Skill, type SkillIndex, type Skills, skillFile, trustName } from '../skill.ts';
import { skillTexts } from '../texts/texts.ts';
import { trustedFileOf } from '../trust-skill.ts';

const PATH = '/skills';
/** Of its text, in UTF-16 code units. */
const MAX_SHOWN = 4000;
/** As skills are named, with the plugin or the folder before it. */
const NAME = /^[\w./:-]{1,200}$/;

export interface SkillsPageParts {
  readonly skills: Pick<Skills, 'in'>;
  readonly program: { readonly workspaces: Pick<CommandContext['program']['workspaces'], 'list' | 'usual'> };
  readonly store: Pick<Store, 'chosenWorkspaces' | 'trust'>;
  readonly visitors: Pick<ConsoleVisitors, 'chats' | 'mayKnow'>;
}

/** The skills for a project, from the disk: whose they are, what each is for, and what it wants to do unasked. */
export function skillsView(parts: SkillsPageParts): WebView {
  return {
    async show(request) {
      const { page } = skillTexts(request.texts);
      const named = request.query('project');
      const project = visitorProject(named, request, parts);
      if (project === undefined) return named === '' ? noProject(request) : undefined;
      const index = await parts.skills.in(project.path);
      const shown = { project, chat: chatOf(project, request, parts), request, parts };
      return {
        title: page.title,
        isStill: true,
        regions: [
          { name: 'project', body: <Project project={project} request={request} parts={parts} /> },
          { name: 'skills', body: <Found index={index} place={shown} /> },
          { name: 'unusable', body: <Unusable index={index} request={request} /> },
        ],
      };
    },
    submit: (request, form) => trustMessage(request, form, parts),
  };
}

function noProject({ texts }: WebRequest) {
  const { page } = skillTexts(texts);
  const body = (
    <Card id="none" title={page.title}>
      <Empty>{page.noProject}</Empty>
    </Card>
  );
  return { title: page.title, regions: [{ name: 'none', body }] };
}

/** Only owners accept what a project brings along, in a chat that works there. */
function chatOf(project: Workspace, request: WebRequest, parts: SkillsPageParts): VisitorChat | undefined {
  return request.visitor.role === 'owner' ? chatIn(project, request, parts) : undefined;
}

interface ProjectProps {
  readonly project: Workspace;
  readonly request: WebRequest;
  readonly parts: SkillsPageParts;
}

function Project({ project, request, parts }: ProjectProps) {
  const { page } = skillTexts(request.texts);
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

/** A project that skills are shown for, and the chat of this visitor there. */
interface Place extends ProjectProps {
  readonly chat: VisitorChat | undefined;
}

function Found({ index: { found }, place }: { readonly index: SkillIndex; readonly place: Place }) {
  const { request, chat } = place;
  const { page } = skillTexts(request.texts);
  const isOwner = request.visitor.role === 'owner';
  return (
    <Card id="skills" title={found.length === 1 ? page.one : page.count(String(found.length))}>
      {found.length === 0 ? (
        <Empty>
          {page.none}
          <code>{page.where}</code>
        </Empty>
      ) : (
        <ul class="rows">
          {found.map((skill) => (
            <Row skill={skill} place={place} />
          ))}
        </ul>
      )}
      {isOwner && chat === undefined && found.length > 0 ? <p class="meta">{page.elsewhere}</p> : null}
    </Card>
  );
}

function Row({ skill, place }: { readonly skill: Skill; readonly place: Place }) {
  const { texts, clean } = place.request;
  const { page, origin } = skillTexts(texts);
  const { name, description, allowedTools, isForModel, isForPeople, body } = skill;
  const standing = standingOf(skill, place);
  return (
    <li>
      <b>{clean(name)}</b>
      <Badge tone={TONES[standing]}>{page.trust[standing]}</Badge>
      <span class="meta">
        <span>{clean(description)}</span>
      </span>
      <span class="meta">
        <span>{origin[skill.origin]}</span>
        <code>{clean(skillFile(skill))}</code>
        {allowedTools.length === 0 ? null : <span>{page.tools(clean(allowedTools.join(', ')))}</span>}
        {isForPeople ? null : <span>{page.onlyModel}</span>}
        {isForModel ? null : <span>{page.onlyPeople}</span>}
      </span>
      {body.trim() === '' ? null : (
        <details class="call wide" id={`read-${sha256(name).slice(0, 8)}`}>
          <summary>
            <span class="what">{page.read}</span>
          </summary>
          <div class="inside">
            <Code text={clean(shorten(body, MAX_SHOWN))} />
          </div>
        </details>
      )}
      <Trust skill={skill} standing={standing} place={place} />
    </li>
  );
}

type Standing = 'yours' | 'nothing' | 'asks' | 'accepted';

const TONES: Readonly<Record<Standing, Tone>> = {
  yours: 'good',
  nothing: 'calm',
  asks: 'asks',
  accepted: 'good',
};

function standingOf(skill: Skill, { project, parts }: ProjectProps): Standing {
  if (skill.origin === 'mine') return 'yours';
  if (preApprovedBy(skill.allowedTools).length === 0) return 'nothing';
  const file = { workspace: project.path, name: trustName(skill), path: skillFile(skill), hash: skill.hash };
  return parts.store.trust.isAccepted(file) ? 'accepted' : 'asks';
}

interface TrustProps {
  readonly skill: Skill;
  readonly standing: Standing;
  readonly place: Place;
}

/** The next step in the chat: what it would no longer ask about, a yes to that, or an end of it. */
function Trust({ skill, standing, place: { chat, project, request, parts } }: TrustProps) {
  if (standing === 'yours' || standing === 'nothing') return null;
  const { texts, clean, nowMs } = request;
  const { page } = skillTexts(texts);
  const lines = preApprovedBy(skill.allowedTools).map((call) => preApprovedLine(call, texts));
  const step =
    chat &&
    trustStep(
      trustedFileOf(skill, { workspace: project.path, sender: chat.sender, nowMs }),
      parts.store.trust,
    );
  return (
    <div class="wide">
      <p>{page.wants}</p>
      <Prose text={clean(lines.join('\n'))} />
      {step === undefined ? null : (
        <ButtonForm
          action={PATH}
          label={page.stepFor(clean(skill.name))}
          fields={{ project: project.name, skill: skill.name }}
          buttons={[
            { name: 'step', value: step, label: page.steps[step], kind: step === 'yes' ? 'main' : 'plain' },
          ]}
        />
      )}
    </div>
  );
}

/** The command as an owner types it in their chat of the project, which looks at the file once more. */
function trustMessage(request: WebRequest, form: WebForm, parts: SkillsPageParts): SpokenMessage | undefined {
  const { skill = '', project: named = '' } = form;
  const step = TRUST_STEPS.find((one: TrustStep) => one === form.step);
  const project = named === '' ? undefined : visitorProject(named, request, parts);
  const chat = project && chatOf(project, request, parts);
  if (step === undefined || chat === undefined || !NAME.test(skill)) return undefined;
  const { conversation, sender } = chat;
  return {
    conversation,
    sender,
    key: wishKey(request, 'skill', conversation, skill, step),
    text: `${commandName(skillTexts(request.texts).command)} trust ${skill}${trustWords(step)}`,
  };
}

function Unusable({ index, request }: { readonly index: SkillIndex; readonly request: WebRequest }) {
  const { texts, clean } = request;
  const { page, fault } = skillTexts(texts);
  if (index.unusable.length === 0) return null;
  return (
    <Card id="unusable" title={page.unusable} aside={index.unusable.length}>
      <ul class="rows">
        {index.unusable.map((one) => (
          <li>
            <code>{clean(one.place)}</code>
            <span class="meta">{fault[one.fault]}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
