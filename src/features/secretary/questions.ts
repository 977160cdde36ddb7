import type { CommandContext } from '../../contracts/commands.ts';
import type { FeatureQuestion, QuestionSource } from '../../contracts/feature.ts';
import { escapeHidden } from '../../policy/display.ts';
import { titleLine } from '../../policy/redaction.ts';
import { answerRouting, isExpired } from './commands/answer.ts';
import type { RoutingRecord, RoutingStore } from './routings.ts';
import { offerIn, questionsIn } from './rows/stored.ts';

/** How much of a request is shown, in UTF-16 code units: about a line of a phone. */
const MAX_SUBJECT_LENGTH = 60;

/** What the secretary asks a person about their request: what it means, and who is to begin. */
export function secretaryQuestions(rows: Pick<RoutingStore, 'open' | 'ofMessage'>): QuestionSource {
  return {
    open(context) {
      const routing = rows.open(context.conversation, context.sender);
      return routing === undefined || isExpired(routing, context) ? [] : [questionAbout(routing, context)];
    },
    quoted({ gesture, quotedId }, context) {
      const target = gesture?.target ?? quotedId;
      const routing = target === undefined ? undefined : rows.ofMessage(context.conversation, target);
      return routing && questionAbout(routing, context);
    },
  };
}

function questionAbout(routing: RoutingRecord, context: CommandContext): FeatureQuestion {
  const { state, request, messageId, atMs } = routing;
  const subject = escapeHidden(titleLine(request, MAX_SUBJECT_LENGTH));
  return {
    code: 'secretary',
    choices: choicesOf(routing),
    // While it searches, only its own words mean it.
    takesBareWords: state !== 'wanted',
    messageId,
    askedAtMs: atMs,
    lines: [`🧭 ${subject}`, `   /secretary answer ${state === 'offered' ? '1' : '…'} · /secretary cancel`],
    answer: (message) => answerRouting(routing, message, context),
  };
}

/** A question without choices may be one for a number. */
function choicesOf({ state, material }: RoutingRecord): number {
  if (state === 'offered') return offerIn(material).recommendation.options.length;
  if (state !== 'asked') return 0;
  const most = Math.max(...questionsIn(material).map(({ options }) => options.length));
  return most > 0 ? most : Number.POSITIVE_INFINITY;
}
