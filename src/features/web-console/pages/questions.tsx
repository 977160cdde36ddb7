import * as z from 'zod';
import { webConversationOf } from '../../../channels/web/web.ts';
import type { FeatureQuestion } from '../../../contracts/feature.ts';
import type { ApprovalRecord, QuestionMessage, Store } from '../../../contracts/store.ts';
import {
  QuestionData,
  type SpokenMessage,
  type WebDataSource,
  type WebForm,
  type WebRequest,
  type WebView,
  type WebVisitor,
} from '../../../contracts/web-page.ts';
import { isoTime } from '../../../core/clock.ts';
import type { ConversationId } from '../../../core/ids.ts';
import { sha256 } from '../../../core/json.ts';
import { type Locale, localeOf } from '../../../core/texts/texts.ts';
import type { Gateway } from '../../../gateway/gateway.ts';
import type { ConsoleVisitors } from '../../../gateway/people/console-visitors.ts';
import { fullQuestion, pollChoices } from '../../../gateway/questions/question-text.ts';
import { taskLine } from '../../../gateway/tasks/session-text.ts';
import { Prose } from '../../../web-server/prose.tsx';
import {
  Badge,
  ButtonForm,
  Card,
  Empty,
  type FormButton,
  When,
  withoutEmoji,
} from '../../../web-server/ui.tsx';
import type { WaitingQuestions } from '../rows/waiting-questions.ts';
import { webConsoleTexts } from '../texts/texts.ts';

const PATH = '/questions';
const MAX_ANSWERED_SHOWN = 8;

export interface QuestionsParts {
  readonly waiting: WaitingQuestions;
  readonly store: Pick<Store, 'approvals' | 'sessions'>;
  readonly visitors: Pick<ConsoleVisitors, 'answersAs' | 'chats' | 'mayRead'>;
  /** Other questions to a person in a chat. */
  readonly openQuestions: Gateway['openQuestions'];
}

/** Everything that waits for an answer, in all chats. An answer given here is one given in the chat. */
export function questionsView(parts: QuestionsParts): WebView {
  return {
    async show(request) {
      const words = webConsoleTexts(request.texts).questions;
      const approvals = parts.waiting.listOpen().filter((one) => maySee(one, request, parts));
      const others = featureQuestions(request, parts);
      const isNone = approvals.length + others.length === 0;
      return {
        title: words.title,
        regions: [
          {
            name: 'open',
            body: isNone ? (
              <Card id="none" title={words.none}>
                <Empty>{words.hint}</Empty>
              </Card>
            ) : (
              <>
                {approvals.map((approval) => (
                  <Approval approval={approval} request={request} parts={parts} />
                ))}
                {others.map((asked) => (
                  <OtherQuestion asked={asked} request={request} />
                ))}
              </>
            ),
          },
          { name: 'answered', body: <Answered request={request} parts={parts} /> },
        ],
      };
    },
    submit: (request, form) => approvalAnswer(request, form, parts) ?? featureAnswer(request, form, parts),
  };
}

function maySee(
  approval: Pick<ApprovalRecord, 'id' | 'session'>,
  { visitor }: Pick<WebRequest, 'visitor'>,
  parts: QuestionsParts,
): boolean {
  if (askingOf(approval, visitor, parts) !== undefined) return true;
  const record = parts.store.sessions.get(approval.session);
  return record !== undefined && parts.visitors.mayRead(visitor, record);
}

/** Several people may be asked the same: the message that asks this visitor, if there is one. */
function askingOf(
  { id }: Pick<ApprovalRecord, 'id'>,
  visitor: WebVisitor,
  { store, visitors }: QuestionsParts,
): QuestionMessage | undefined {
  return store.approvals.listMessages(id).find((asking) => visitors.answersAs(visitor, asking) !== undefined);
}

interface ApprovalProps {
  readonly approval: ApprovalRecord;
  readonly request: WebRequest;
  readonly parts: QuestionsParts;
}

function Approval({ approval, request, parts }: ApprovalProps) {
  const { visitor, texts, clean } = request;
  const words = webConsoleTexts(texts).questions;
  const session = parts.store.sessions.get(approval.session);
  const isTheirs = askingOf(approval, visitor, parts) !== undefined;
  const task = session === undefined ? '' : clean(taskLine(session));
  return (
    <section class="card question" id={`question-${approval.id}`} aria-labelledby={`title-${approval.id}`}>
      <header class="card-head">
        <h2 id={`title-${approval.id}`}>
          {words.ofTask}: <a href={`/tasks/${approval.session}`}>{task}</a>
        </h2>
        <span class="card-aside">
          <When atMs={approval.askedAtMs} request={request} />
        </span>
      </header>
      <Asked text={clean(withoutEmoji(withoutHowTo(fullQuestion(approval, texts))))} />
      {isTheirs ? (
        <ButtonForm
          action={PATH}
          label={words.choose(task)}
          fields={{ question: approval.id, asked: String(approval.askedAtMs) }}
          buttons={buttonsOf(pollChoices(approval, texts))}
        />
      ) : (
        <p class="meta">{words.notYours(personName(approval.requester, request))}</p>
      )}
    </section>
  );
}

/** The first line holds the question, however wide the screen is. */
function Asked({ text }: { readonly text: string }) {
  const [question = '', ...more] = text.split('\n');
  return (
    <>
      <p class="name">{question}</p>
      <Prose text={more.join('\n')} />
    </>
  );
}

/** How to answer by typing stands behind the last blank line; here there are buttons. */
function withoutHowTo(question: string): string {
  const end = question.lastIndexOf('\n\n');
  return end === -1 ? question : question.slice(0, end);
}

/** The first is what people press most, the last is the no. */
function buttonsOf(choices: readonly string[]): readonly FormButton[] {
  return choices.map((choice, index) => ({
    name: 'answer',
    value: choice,
    label: withoutEmoji(choice),
    kind: index === 0 ? 'main' : index === choices.length - 1 ? 'danger' : 'plain',
  }));
}

function personName(sender: string, { texts }: Pick<WebRequest, 'texts'>): string {
  return /^\d+$/.test(sender) ? `+${sender}` : webConsoleTexts(texts).questions.atMachine;
}

/**
 * The same as a vote on the question's poll: it can mean no other question, and the reply to a late one names the
 * first.
 */
function approvalAnswer(
  { visitor, texts }: WebRequest,
  { question = '', asked = '', answer = '' }: WebForm,
  parts: QuestionsParts,
): SpokenMessage | undefined {
  const known = [...parts.waiting.listOpen(), ...parts.waiting.listAnswered(MAX_ANSWERED_SHOWN)];
  const approval = known.find((one) => one.id === question && String(one.askedAtMs) === asked);
  if (approval === undefined || !pollChoices(approval, texts).includes(answer)) return undefined;
  const asking = askingOf(approval, visitor, parts);
  if (asking === undefined) return undefined;
  return {
    conversation: asking.conversation,
    sender: asking.requester,
    key: sha256([visitor.sender, question, asked, answer].join('\n')).slice(0, 24),
    text: '',
    gesture: { kind: 'vote', target: asking.messageId, choices: [answer] },
  };
}

/** A question that is no approval, with the person who is asked. */
interface AskedElsewhere {
  readonly conversation: ConversationId;
  readonly sender: string;
  readonly question: FeatureQuestion;
}

function featureQuestions(
  { visitor, texts }: Pick<WebRequest, 'visitor' | 'texts'>,
  { waiting, visitors, openQuestions }: QuestionsParts,
): readonly AskedElsewhere[] {
  const locale: Locale = localeOf(texts);
  return chatsOf(visitor, { waiting, visitors }).flatMap(({ conversation, sender }) =>
    openQuestions({ conversation, sender }, locale).flatMap((open) =>
      open.kind === 'feature' ? [{ conversation, sender, question: open.question }] : [],
    ),
  );
}

/** Those with tasks, and the visitor's own: a job, for one, asks before there is any task. */
function chatsOf(
  visitor: WebVisitor,
  { waiting, visitors }: Pick<QuestionsParts, 'waiting' | 'visitors'>,
): readonly Pick<AskedElsewhere, 'conversation' | 'sender'>[] {
  const withTasks = waiting.listChats().flatMap(({ conversation, owner }) => {
    const sender = visitors.answersAs(visitor, { requester: owner });
    return sender === undefined ? [] : [{ conversation, sender }];
  });
  const inBrowser = { conversation: webConversationOf(visitor), sender: visitor.sender };
  const all = [...withTasks, ...visitors.chats(visitor), inBrowser];
  return [...new Map(all.map((chat) => [`${chat.conversation} ${chat.sender}`, chat])).values()];
}

function OtherQuestion({ asked, request }: { readonly asked: AskedElsewhere; readonly request: WebRequest }) {
  const { texts, clean } = request;
  const words = webConsoleTexts(texts).questions;
  const { asks } = asked.question;
  const [subject = '', ...lines] = asked.question.lines.map(clean);
  const choices = answerButtons(asked, words);
  const id = nameOf(asked);
  return (
    <section class="card question" id={`question-${id}`} aria-labelledby={`title-${id}`}>
      <header class="card-head">
        <h2 id={`title-${id}`}>{withoutEmoji(subject)}</h2>
      </header>
      {asks === undefined ? null : <p class="name">{clean(withoutEmoji(asks))}</p>}
      {/* How to answer by typing, which also says what its numbers mean. */}
      {isYesOrNo(choices) ? null : <Prose text={lines.map((line) => line.trim()).join('\n')} />}
      <ButtonForm action={PATH} label={words.choose(subject)} fields={{ question: id }} buttons={choices} />
    </section>
  );
}

function isYesOrNo(choices: readonly FormButton[]): boolean {
  return choices[0]?.value === 'yes';
}

/** A name for the form; a question that is asked anew has another one. */
function nameOf({ conversation, sender, question: { code, askedAtMs, lines } }: AskedElsewhere): string {
  return sha256([conversation, sender, code, String(askedAtMs), ...lines].join('\n')).slice(0, 16);
}

/** A yes and a no; else the numbers of its choices, which its lines name. Only words that it takes as an answer. */
function answerButtons(
  { conversation, sender, question }: AskedElsewhere,
  words: ReturnType<typeof webConsoleTexts>['questions'],
): readonly FormButton[] {
  const takes = (text: string): boolean =>
    question.answer({ account: '', chat: conversation, sender, id: '', text, sentAtMs: 0 }) !== undefined;
  const numbered = Array.from({ length: question.choices }, (_, index) => String(index + 1));
  const said = question.choices <= 2 && takes('yes') && takes('no') ? ['yes', 'no'] : numbered.filter(takes);
  const labels: Readonly<Record<string, string>> = { yes: words.yes, no: words.no };
  return said.map((value, index) => ({
    name: 'answer',
    value,
    label: labels[value] ?? words.choice(value),
    kind: index === 0 ? 'main' : 'plain',
  }));
}

function featureAnswer(
  request: WebRequest,
  { question = '', answer = '' }: WebForm,
  parts: QuestionsParts,
): SpokenMessage | undefined {
  const words = webConsoleTexts(request.texts).questions;
  const asked = featureQuestions(request, parts).find((one) => nameOf(one) === question);
  if (asked === undefined || !answerButtons(asked, words).some(({ value }) => value === answer))
    return undefined;
  return {
    conversation: asked.conversation,
    sender: asked.sender,
    key: sha256([request.visitor.sender, question, answer].join('\n')).slice(0, 24),
    // Its code keeps it from answering anything else.
    text: `${asked.question.code} ${answer}`,
  };
}

function Answered({ request, parts }: { readonly request: WebRequest; readonly parts: QuestionsParts }) {
  const { texts, clean } = request;
  const words = webConsoleTexts(texts).questions;
  const answered = parts.waiting
    .listAnswered(MAX_ANSWERED_SHOWN)
    .filter((one) => maySee(one, request, parts));
  if (answered.length === 0) return null;
  return (
    <Card id="answered" title={words.answered}>
      <ul class="rows">
        {answered.map(({ session, question: { details }, state, answer }) => (
          <li>
            <a href={`/tasks/${session}`}>
              <code>{clean(details).split('\n', 1)[0]}</code>
            </a>
            <Badge tone={state === 'approved' ? 'good' : state === 'rejected' ? 'bad' : 'calm'}>
              {words.state[state]}
            </Badge>
            <span class="meta">
              {answer?.by === undefined ? null : <span>{words.by(personName(answer.by, request))}</span>}
              {answer === undefined ? null : <When atMs={answer.atMs} request={request} />}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const Output = z.object({ questions: z.array(QuestionData).describe('Oldest first.') });

/** Open questions about what a task may do, as data. */
export function questionsData(waiting: Pick<WaitingQuestions, 'listOpen'>): WebDataSource {
  return {
    query: z.object({}),
    output: Output,
    read: (request): z.infer<typeof Output> => ({ questions: openQuestions(waiting, request) }),
  };
}

export function openQuestions(
  waiting: Pick<WaitingQuestions, 'listOpen'>,
  { visitor, clean }: Pick<WebRequest, 'visitor' | 'clean'>,
): QuestionData[] {
  return waiting
    .listOpen()
    .filter(({ requester }) => visitor.role === 'owner' || requester === visitor.sender)
    .map(({ id, session, requester, question: { tool, details, text: question }, askedAtMs }) => ({
      id,
      task_id: session,
      person: requester,
      tool,
      details: clean(details === '' ? question : details),
      asked_at: isoTime(askedAtMs),
    }));
}
