import type { Specialist, SpecialistIndex, Specialists } from '../../../contracts/specialists.ts';
import type { AnyTool } from '../../../contracts/tool.ts';
import type { WebRequest, WebView } from '../../../contracts/web-page.ts';
import { commandName } from '../../../core/texts/texts.ts';
import {
  FileText,
  TrustButton,
  type TrustContext,
  TrustList,
  type TrustPage,
  type TrustPageParts,
  trustView,
} from '../../../gateway/people/trust-page.tsx';
import { trustStep } from '../../../gateway/people/trust-step.ts';
import { Badge, Card, type Tone } from '../../../web-server/ui.tsx';
import { skipText } from '../routing/errors.ts';
import { isHeldBack } from '../specialists/specialists.ts';
import { secretaryTexts } from '../texts/texts.ts';
import { trustedSpecialistFile } from '../trust-specialist.ts';

/** `plugin:name`. */
const REFERENCE = /^[\w.-]{1,64}:[\w.-]{1,64}$/;

export interface SpecialistsPageParts extends TrustPageParts {
  readonly specialists: Specialists;
  /** All that a task may call. */
  readonly tools: readonly Pick<AnyTool, 'name' | 'effect'>[];
}

/** The specialists for a project, read from the disk: where each comes from, and what it may use. */
export function specialistsView(parts: SpecialistsPageParts): WebView {
  return trustView(PAGE, parts);
}

const PAGE: TrustPage<SpecialistsPageParts> = {
  path: '/specialists',
  words: (texts) => secretaryTexts(texts).page,
  field: 'specialist',
  names: REFERENCE,
  command: (texts) => `${commandName(secretaryTexts(texts).commands.secretary)} trust`,
  async regions(place) {
    const index = await place.parts.specialists(place.project.path);
    return [
      { name: 'specialists', body: <Found index={index} place={place} /> },
      { name: 'skipped', body: <Skipped index={index} request={place.request} /> },
    ];
  },
};

type SpecialistTrustContext = TrustContext<SpecialistsPageParts>;

function Found({
  index: { found },
  place,
}: {
  readonly index: SpecialistIndex;
  readonly place: SpecialistTrustContext;
}) {
  return (
    <TrustList
      id="specialists"
      page={PAGE}
      place={place}
      rows={found.map((one) => <Row specialist={one} place={place} />)}
      asks={found.some((one) => isHeldBack(one, place.parts.tools))}
    />
  );
}

type SpecialistStanding = 'free' | 'reads' | 'accepted';

const TONES: Readonly<Record<SpecialistStanding, Tone>> = { free: 'calm', reads: 'asks', accepted: 'good' };

function specialistStanding(one: Specialist, { project, parts }: SpecialistTrustContext): SpecialistStanding {
  if (!isHeldBack(one, parts.tools)) return 'free';
  const file = { workspace: project.path, name: one.reference, path: one.file, hash: one.hash };
  return parts.store.trust.isAccepted(file) ? 'accepted' : 'reads';
}

function Row({
  specialist,
  place,
}: {
  readonly specialist: Specialist;
  readonly place: SpecialistTrustContext;
}) {
  const { texts, clean, visitor } = place.request;
  const { page, finding } = secretaryTexts(texts);
  const { reference, origin, description, tools, grants, model, file, warning, instructions } = specialist;
  const standing = specialistStanding(specialist, place);
  const named = tools === undefined ? finding.allTools : clean(tools.join(', ')) || finding.noTools;
  const unknown = grants?.unknown ?? [];
  // Only an owner sees places outside of the project.
  const isPlaceShown = visitor.role === 'owner' || origin === 'project' || origin === 'plugin';
  return (
    <li>
      <b>{clean(reference)}</b>
      <Badge tone={TONES[standing]}>{page.trust[standing]}</Badge>
      <span class="meta">
        <span>{clean(description)}</span>
      </span>
      <span class="meta">
        <span>{finding.origin[origin]}</span>
        {isPlaceShown ? <code>{clean(file)}</code> : null}
        <span>{`${finding.tools}: ${named}`}</span>
        {unknown.length === 0 ? null : <span>{finding.unknownTools(clean(unknown.join(', ')))}</span>}
        {model === undefined ? null : <span>{page.model(clean(model))}</span>}
        {warning === undefined ? null : <span>{clean(warning)}</span>}
      </span>
      <FileText name={reference} label={page.read} text={clean(instructions)} />
      {standing === 'free' ? null : <Trust specialist={specialist} place={place} />}
    </li>
  );
}

/** The next step in the chat: what it would work with, a yes to that, or an end of it. */
function Trust({
  specialist,
  place,
}: {
  readonly specialist: Specialist;
  readonly place: SpecialistTrustContext;
}) {
  const { chat, project, request, parts } = place;
  if (chat === undefined) return null;
  const { reference } = specialist;
  const context = { sender: chat.sender, nowMs: request.nowMs };
  const step = trustStep(trustedSpecialistFile(specialist, project.path, context), parts.store.trust);
  return (
    <div class="wide">
      <TrustButton page={PAGE} place={place} name={reference} step={step} />
    </div>
  );
}

function Skipped({ index, request }: { readonly index: SpecialistIndex; readonly request: WebRequest }) {
  const { texts, clean, visitor } = request;
  // Their places may be outside of the project, and only owners can mend them.
  if (index.skipped.length === 0 || visitor.role !== 'owner') return null;
  return (
    <Card id="skipped" title={secretaryTexts(texts).page.skipped} aside={index.skipped.length}>
      <ul class="rows">
        {index.skipped.map((one) => (
          <li>
            <code>{clean(one.file)}</code>
            <span class="meta">{clean(skipText(one, texts))}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
