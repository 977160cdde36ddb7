import { openSpecialists } from '../../app/reading.ts';
import { CONSOLE, consoleMessage, LOCAL, PLAIN_CONSOLE } from '../../channels/console/console.ts';
import type { Channel, ChannelEnd, ChannelReceiver } from '../../contracts/channel.ts';
import { AT_REST, MONEY_QUESTION } from '../../contracts/session.ts';
import type { ApprovalQuestion, ApprovalRecord, Store } from '../../contracts/store.ts';
import { systemClock } from '../../core/clock.ts';
import { Failure } from '../../core/failure.ts';
import { conversationId, newInstanceId, newMessageId } from '../../core/ids.ts';
import { fault } from '../../core/texts/faults.ts';
import { workflowTarget } from '../../features/secretary/routing/routing.ts';
import { createRoutingStore, offerOf, serializeOffer } from '../../features/secretary/routing-store.ts';
import type { Settings } from '../../settings/settings.ts';
import type { OpenStore } from '../../store/open.ts';
import { isListedCommand } from '../listed-command.ts';
import type { EvalTask } from './task.ts';

/** The one chat of an evaluation. */
export const CONVERSATION = conversationId(CONSOLE, LOCAL);

interface EvalChat {
  /** The person's message. */
  readonly says: string;
  /** See `answerTo`. */
  readonly approve: readonly string[];
  /** Undefined before the program is composed. */
  store(): Pick<Store, 'approvals' | 'sessions'> | undefined;
}

interface EvalChannel extends Channel {
  /** The person leaves: running work stops at its next step. */
  leave(): void;
}

/**
 * A chat without a person: it sends one message, answers every question by a fixed rule, and ends with the task. The
 * program does not know of it; everything is handled like any message.
 */
export function createEvalChannel({ says, approve, store }: EvalChat): EvalChannel {
  const answered = new Set<string>();
  let receiver: ChannelReceiver | undefined;
  let finish: (end: ChannelEnd) => void = () => undefined;
  const ended = new Promise<ChannelEnd>((resolve) => {
    finish = resolve;
  });

  async function hear(text: string, quotedId?: string): Promise<void> {
    const message = consoleMessage(text, systemClock.nowMs());
    await receiver?.receive({ ...message, ...(quotedId === undefined ? {} : { quotedId }) });
  }

  /** Recorded first: messages in between must not answer it again. */
  async function answer(asked: ApprovalRecord): Promise<void> {
    answered.add(asked.messageId);
    await hear(scriptAnswer(asked.question, approve), asked.messageId);
  }

  return {
    name: CONSOLE,
    capabilities: { ...PLAIN_CONSOLE, maxLength: 1_000_000 },
    ended,
    leave: () => finish({ kind: 'quit' }),
    async start(actual) {
      receiver = actual;
      await hear(says);
    },
    async send() {
      const { approvals, sessions } = store() ?? {};
      const open = approvals?.listPending(CONVERSATION) ?? [];
      for (const asked of open) if (!answered.has(asked.messageId)) await answer(asked);
      // A message without a task says why there is none.
      const tasks = sessions?.listNewest(CONVERSATION, 10) ?? [];
      if (tasks.every(({ state: { status } }) => AT_REST.includes(status))) finish({ kind: 'ended' });
    },
    setTyping: () => undefined,
    stop: async () => undefined,
  };
}

/** A no with words, which the model reads. */
const REFUSAL = 'no, nobody is here to answer; go on without it';

/**
 * The automatic answer to a question: yes to a command that begins as one of the task's own, at the cost cap the end,
 * and no to everything else.
 * @param approve lines, each the beginning of commands
 */
export function scriptAnswer(
  question: Pick<ApprovalQuestion, 'tool' | 'details' | 'offers'>,
  approve: readonly string[],
): string {
  if (question.tool === MONEY_QUESTION) return 'stop';
  return isListedCommand(question, approve) ? 'yes' : REFUSAL;
}

/** The scripted person's choice of a specialist. */
interface SpecialistChoice {
  /** The person's message. */
  readonly says: string;
  /** Stores the question that this answers, before the program begins. */
  offer(store: Pick<OpenStore, 'database'>): void;
}

/**
 * Begins a specialist as after `/secretary`: the person has been asked, and names it. The model's recommendation is
 * not tested here: `wasap eval secretary` does that.
 * @returns undefined for a task without one
 * @throws Failure `not-found`, `invalid` for a name that no specialist has, or several have
 */
export async function specialistChoice(
  { specialist, request }: Pick<EvalTask, 'specialist' | 'request'>,
  settings: Pick<Settings, 'folders' | 'model' | 'workspace'>,
  packageRoot: string,
): Promise<SpecialistChoice | undefined> {
  if (specialist === undefined) return undefined;
  const workspace = settings.workspace.projectRoot;
  const { found } = await openSpecialists(settings, packageRoot)(workspace);
  const meant = found.filter(({ name, reference }) => name === specialist || reference === specialist);
  const [one] = meant;
  if (one === undefined) throw new Failure('not-found', fault('eval-no-specialist', specialist));
  if (meant.length > 1) throw new Failure('invalid', fault('eval-several-specialists', specialist));
  const interpretation = { intent: request, context: '', requirements: [], keywords: [] };
  const recommendation = { kind: 'choice', alternatives: [], options: [{ kind: 'cancel' }] } as const;
  const workflows = {
    brainstorm: workflowTarget('brainstorm', []),
    implement: workflowTarget('implement', []),
    'create-plan': workflowTarget('create-plan', []),
  };
  const offer = offerOf({ interpretation, recommendation, agents: [one], workflows }, (id) =>
    Object.hasOwn(settings.model.profiles, id),
  );
  return {
    says: `/secretary answer ${one.reference}`,
    offer({ database }) {
      const routings = createRoutingStore(database);
      const atMs = systemClock.nowMs();
      const asked = {
        conversation: CONVERSATION,
        locale: 'en',
        requester: LOCAL,
        workspace,
        request,
      } as const;
      // The row belongs to no running program, so nobody is waiting for it.
      const seq = routings.add({ ...asked, instance: newInstanceId(), messageId: newMessageId(), atMs });
      routings.setQuestion(seq, { state: 'offered', material: serializeOffer(offer), polls: [], atMs });
    },
  };
}
