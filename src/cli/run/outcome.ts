import { DOUBTED, MONEY_QUESTION, type SessionState } from '../../contracts/session.ts';
import type { ApprovalRecord } from '../../contracts/store.ts';
import { unreachable } from '../../core/failure.ts';

/** How `wasap run` ends. Scripts depend on the numbers: they are documented in docs/run.md. */
export const EXIT_CODES = {
  done: 0,
  'not-done': 1,
  /** Wrong settings, no repository, no key: nothing was begun, or the model could not be asked at all. */
  'not-begun': 2,
  /** It waits for a yes that was not given beforehand. */
  asked: 3,
  cancelled: 130,
  interrupted: 143,
} as const;

export type RunOutcome = keyof typeof EXIT_CODES;

/** Why the model could not be asked at all, or nothing could be worked on. */
const SET_UP: readonly (string | undefined)[] = ['key', 'project-gone'];

export interface TaskSituation {
  /** Undefined: the message began none. */
  readonly state: Pick<SessionState, 'status' | 'reason'> | undefined;
  /** Questions of the session that nobody has answered. */
  readonly open: readonly ApprovalRecord[];
  permits(asked: ApprovalRecord): boolean;
}

export type NextStep =
  | { readonly kind: 'answer'; readonly asked: ApprovalRecord }
  /** Its turn has not come yet, or an answer is being stored. */
  | { readonly kind: 'wait' }
  | { readonly kind: 'end'; readonly outcome: RunOutcome; readonly asked?: ApprovalRecord };

/** What to do now that nothing runs any more in this program. */
export function nextStep({ state, open, permits }: TaskSituation): NextStep {
  if (state === undefined) return { kind: 'end', outcome: 'not-begun' };
  switch (state.status) {
    case 'queued':
    case 'running':
    case 'paused':
      return { kind: 'wait' };
    case 'waiting': {
      const asked = open.find((one) => one.question.tool !== MONEY_QUESTION && !permits(one));
      if (asked !== undefined) return { kind: 'end', outcome: 'asked', asked };
      const [first] = open;
      return first === undefined ? { kind: 'wait' } : { kind: 'answer', asked: first };
    }
    case 'done':
      return { kind: 'end', outcome: DOUBTED.includes(state.reason) ? 'not-done' : 'done' };
    case 'parked':
    case 'failed':
      return { kind: 'end', outcome: SET_UP.includes(state.reason) ? 'not-begun' : 'not-done' };
    case 'cancelled':
      return { kind: 'end', outcome: 'cancelled' };
    default:
      return unreachable(state.status);
  }
}
