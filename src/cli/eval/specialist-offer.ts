import { openSpecialists } from '../../app/open-specialists.ts';
import { LOCAL } from '../../channels/console/console.ts';
import { systemClock } from '../../core/clock.ts';
import { Failure } from '../../core/failure.ts';
import { newInstanceId, newMessageId } from '../../core/ids.ts';
import { fault } from '../../core/texts/faults.ts';
import { workflowTarget } from '../../features/secretary/routing/routing.ts';
import { createRoutingStore, offerOf, serializeOffer } from '../../features/secretary/rows/routing-store.ts';
import type { Settings } from '../../settings/settings.ts';
import type { OpenStore } from '../../store/open.ts';
import { CONVERSATION } from './eval-channel.ts';
import type { EvalTask } from './task.ts';

/** The scripted person's choice of a specialist. */
export interface SpecialistChoice {
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
