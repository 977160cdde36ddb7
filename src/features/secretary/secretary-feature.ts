import type { InboundMessage } from '../../contracts/channel.ts';
import type { CommandContext } from '../../contracts/commands.ts';
import type { AssignedSessions, Feature, FeatureQuestion, QuestionSource } from '../../contracts/feature.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import type { Store } from '../../contracts/store.ts';
import type { WebPage } from '../../contracts/web-page.ts';
import { DAY_MS } from '../../core/clock.ts';
import { bareAnswer } from '../../gateway/questions/answer-words.ts';
import { escapeHidden } from '../../policy/display.ts';
import { titleLine } from '../../policy/redaction.ts';
import { repeatInCommits } from '../../store/repeat-in-commits.ts';
import { secretaryActions } from './actions.ts';
import { answerRouting, isExpired } from './commands/answer.ts';
import { secretaryCommand } from './commands/secretary.ts';
import type { SpecialistsPageParts } from './pages/specialists.tsx';
import { MAX_REQUEST_LENGTH } from './routing/model-questions.ts';
import { offerIn, questionsIn } from './routing-store.ts';
import type { RoutingRecord, RoutingStore, SecretaryAction } from './routings.ts';
import { awareNote, isProactive } from './secretary-file.ts';
import { SecretaryWorker, type SecretaryWorkerParts } from './secretary-worker.ts';
import { type SpecialistAssignment, type SpecialistTermsParts, specialistTerms } from './specialist-terms.ts';
import { secretaryTexts } from './texts/texts.ts';

/** Questions end after a day; their reasons are kept as long as this. */
const ENDED_ROUTINGS_MS = 7 * DAY_MS;

export interface SecretaryFeatureParts
  extends SecretaryWorkerParts,
    Pick<SpecialistTermsParts, 'specialists' | 'tools'> {
  readonly store: SecretaryWorkerParts['store'] & SpecialistsPageParts['store'] & Pick<Store, 'trust'>;
  readonly program: SpecialistsPageParts['program'];
  readonly visitors: SpecialistsPageParts['visitors'];
}

/** Specialists for a request in plain words: `/secretary`, the search, and the person's choice of who begins. */
export function secretaryFeature(parts: SecretaryFeatureParts): Feature {
  const { rows, store, ports, specialists, tools, outgoing, instance, clock } = parts;
  const worker = new SecretaryWorker(parts);
  const sessions: AssignedSessions<SpecialistAssignment> = {
    kind: 'specialist',
    termsOf: specialistTerms({ specialists, tools, trust: store.trust }),
  };
  return {
    name: 'secretary',
    commands: [secretaryCommand(rows)],
    actions: secretaryActions({ rows, store, ports, worker, outgoing, instance, clock }),
    questions: secretaryQuestions(rows),
    messages: { takePlainWords: (message, context) => routePlainWords(message, context, rows) },
    sessions,
    sessionNotes,
    workers: [worker],
    pages: specialistPages(parts),
    tidy: () => removeOldRoutings(parts),
  };
}

function specialistPages({
  specialists,
  tools,
  program,
  store,
  visitors,
}: SecretaryFeatureParts): readonly WebPage[] {
  return [
    {
      path: '/specialists',
      label: (texts) => secretaryTexts(texts).page.label,
      async load() {
        const { specialistsView } = await import('./pages/specialists.tsx');
        return specialistsView({ specialists, tools, program, store, visitors });
      },
    },
  ];
}

/** A session with an assignment has found its specialist or file already. */
async function sessionNotes({ project, origin: { assignment } }: SessionRecord): Promise<readonly string[]> {
  const note = assignment === undefined ? await awareNote(project) : undefined;
  return note === undefined ? [] : [note];
}

/** They can no longer be answered. */
async function removeOldRoutings({
  rows,
  clock,
  log,
}: Pick<SecretaryFeatureParts, 'rows' | 'clock' | 'log'>): Promise<void> {
  const beforeMs = clock.nowMs() - ENDED_ROUTINGS_MS;
  const count = await repeatInCommits((most) => rows.removeOld(beforeMs, most));
  if (count > 0) log.info('secretary.routings_removed', { count });
}

/** How much of a request is shown, in UTF-16 code units: about a line of a phone. */
const MAX_SUBJECT_LENGTH = 60;

/** The secretary's questions to a person about their request: what it means, and which specialist is to begin. */
function secretaryQuestions(rows: Pick<RoutingStore, 'findOpen' | 'findByMessage'>): QuestionSource {
  return {
    listOpen(context) {
      const routing = rows.findOpen(context.conversation, context.sender);
      return routing === undefined || isExpired(routing, context) ? [] : [routingQuestion(routing, context)];
    },
    findQuoted({ gesture, quotedId }, context) {
      const target = gesture?.target ?? quotedId;
      const routing = target === undefined ? undefined : rows.findByMessage(context.conversation, target);
      return routing && routingQuestion(routing, context);
    },
  };
}

function routingQuestion(routing: RoutingRecord, context: CommandContext): FeatureQuestion {
  const { state, request, messageId, atMs } = routing;
  const subject = escapeHidden(titleLine(request, MAX_SUBJECT_LENGTH));
  return {
    code: 'secretary',
    choices: countChoices(routing),
    // While it searches, only its own words mean it.
    takesBareWords: state !== 'wanted',
    messageId,
    askedAtMs: atMs,
    lines: [
      `🧭 ${subject}`,
      `   ${secretaryTexts(context.texts).chat.named(state === 'offered' ? '1' : '…')}`,
    ],
    answer: (message) => answerRouting(routing, message, context),
  };
}

/** A question without choices may be one for a number. */
function countChoices({ state, material }: RoutingRecord): number {
  if (state === 'offered') return offerIn(material).recommendation.options.length;
  if (state !== 'asked') return 0;
  const most = Math.max(...questionsIn(material).map(({ options }) => options.length));
  return most > 0 ? most : Number.POSITIVE_INFINITY;
}

/** A bare number continues the talk when no question waits for it. */
const NUMBER = /^\d{1,2}[.!]?$/;

/**
 * In a proactive project plain words go to the secretary; once, and not forwarded messages, messages with a file, or
 * bare answers.
 */
function routePlainWords(
  { id, text, forwarded, enclosed = [], scheduled }: InboundMessage,
  { conversation, person, workspace }: CommandContext,
  rows: Pick<RoutingStore, 'findByMessage'>,
): readonly SecretaryAction[] | undefined {
  const isOwnWords = forwarded !== true && enclosed.length === 0 && scheduled === undefined;
  if (NUMBER.test(text) || bareAnswer(text) !== undefined) return undefined;
  if (!isOwnWords || person.role === 'reader' || text.length > MAX_REQUEST_LENGTH) return undefined;
  if (!isProactive(workspace) || rows.findByMessage(conversation, id) !== undefined) return undefined;
  return [{ kind: 'secretary.route', request: text, isPlain: true }];
}
