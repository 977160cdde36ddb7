import type { Store } from '../../contracts/store.ts';
import type { Tracer } from '../../contracts/trace.ts';
import type { ApprovalId } from '../../core/ids.ts';

interface SpanParts {
  readonly store: Pick<Store, 'approvals'>;
  readonly tracer: Tracer;
}

/**
 * Traces a question from when it was asked to its end, from its row: it may have outlived programs. Open questions
 * are not traced.
 */
export function traceApproval(id: ApprovalId, { store, tracer }: SpanParts): void {
  const approval = store.approvals.get(id);
  if (approval?.answer === undefined) return;
  const { session, call, question, answer, askedAtMs, state } = approval;
  const { atMs: answeredAtMs, words = '', scope } = answer;
  tracer
    .start({
      name: 'hitl:approval',
      kind: 'user',
      session,
      startMs: askedAtMs,
      input: { question: question.text, details: question.details },
      attributes: {
        'gen_ai.tool.name': question.tool,
        'gen_ai.tool.call.id': call,
        'wasap.approval.id': id,
        'wasap.approval.state': state,
        ...(scope === undefined ? {} : { 'wasap.approval.scope': scope }),
      },
    })
    .end({
      endMs: answeredAtMs,
      output: {
        response: words === '' ? state : words,
        state,
        wait_time_ms: Math.max(0, answeredAtMs - askedAtMs),
      },
    });
}
