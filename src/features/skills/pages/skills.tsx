import type { WebRequest, WebView } from '../../../contracts/web-page.ts';
import { commandName } from '../../../core/texts/texts.ts';
import {
  FileText,
  type TrustContext,
  TrustList,
  type TrustPage,
  type TrustPageParts,
  trustView,
  WantsToAskLess,
} from '../../../gateway/people/trust-page.tsx';
import { trustStep } from '../../../gateway/people/trust-step.ts';
import { preApprovedBy } from '../../../tools/pre-approved.ts';
import { Badge, Card, type Tone } from '../../../web-server/ui.tsx';
import { trustedSkillFile } from '../actions.ts';
import { type Skill, type SkillIndex, type Skills, skillFile, trustName } from '../skill.ts';
import { skillTexts } from '../texts/texts.ts';

/** As skills are named, with the plugin or the folder before it. */
const NAME = /^[\w./:-]{1,200}$/;

export interface SkillsPageParts extends TrustPageParts {
  readonly skills: Pick<Skills, 'in'>;
}

/**
 * The skills for a project, read from the disk: where each comes from, its purpose, and what it wants to do unasked.
 */
export function skillsView(parts: SkillsPageParts): WebView {
  return trustView(PAGE, parts);
}

const PAGE: TrustPage<SkillsPageParts> = {
  path: '/skills',
  words: (texts) => skillTexts(texts).page,
  field: 'skill',
  names: NAME,
  command: (texts) => `${commandName(skillTexts(texts).command)} trust`,
  async regions(place) {
    const index = await place.parts.skills.in(place.project.path);
    return [
      { name: 'skills', body: <Found index={index} place={place} /> },
      { name: 'unusable', body: <Unusable index={index} request={place.request} /> },
    ];
  },
};

type SkillTrustContext = TrustContext<SkillsPageParts>;

function Found({
  index: { found },
  place,
}: {
  readonly index: SkillIndex;
  readonly place: SkillTrustContext;
}) {
  return (
    <TrustList
      id="skills"
      page={PAGE}
      place={place}
      rows={found.map((skill) => <Row skill={skill} place={place} />)}
      asks={found.some((skill) => skillStanding(skill, place) === 'asks')}
    />
  );
}

function Row({ skill, place }: { readonly skill: Skill; readonly place: SkillTrustContext }) {
  const { texts, clean } = place.request;
  const { page, origin } = skillTexts(texts);
  const { name, description, allowedTools, isForModel, isForPeople, body } = skill;
  const standing = skillStanding(skill, place);
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
      <FileText name={name} label={page.read} text={clean(body)} />
      <Trust skill={skill} standing={standing} place={place} />
    </li>
  );
}

type SkillStanding = 'yours' | 'nothing' | 'asks' | 'accepted';

const TONES: Readonly<Record<SkillStanding, Tone>> = {
  yours: 'good',
  nothing: 'calm',
  asks: 'asks',
  accepted: 'good',
};

function skillStanding(skill: Skill, { project, parts }: SkillTrustContext): SkillStanding {
  if (skill.origin === 'mine') return 'yours';
  if (preApprovedBy(skill.allowedTools).length === 0) return 'nothing';
  const file = { workspace: project.path, name: trustName(skill), path: skillFile(skill), hash: skill.hash };
  return parts.store.trust.isAccepted(file) ? 'accepted' : 'asks';
}

interface TrustProps {
  readonly skill: Skill;
  readonly standing: SkillStanding;
  readonly place: SkillTrustContext;
}

/** The next step in the chat: what it would no longer ask about, a yes to that, or an end of it. */
function Trust({ skill, standing, place }: TrustProps) {
  if (standing === 'yours' || standing === 'nothing') return null;
  const { chat, project, request, parts } = place;
  const context = chat && { workspace: project.path, sender: chat.sender, nowMs: request.nowMs };
  return (
    <WantsToAskLess
      page={PAGE}
      place={place}
      name={skill.name}
      label={skillTexts(request.texts).page.wants}
      calls={preApprovedBy(skill.allowedTools)}
      step={context && trustStep(trustedSkillFile(skill, context), parts.store.trust)}
    />
  );
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
