import type { AnyTool } from '../contracts/tool.ts';
import type { Json } from '../core/json.ts';
import { mayChange } from './calls/call-end.ts';
import { callKey, type LoopDecision, LoopGuard } from './loops/loop-guard.ts';

interface RecordedCall {
  readonly tool: string;
  readonly params: Json;
  /** Equal for equal results; when missing, the result counts as that of the last such call with the same success. */
  readonly resultHash: string | undefined;
  readonly ok: boolean;
  /** True when it changes something if it succeeds; when missing, the tool of this name decides. */
  readonly changes?: boolean | undefined;
}

interface LoopEvent {
  /** Index of the call, from 0. */
  readonly at: number;
  readonly detector: 'genericRepeat' | 'pingPong';
  readonly action: Exclude<LoopDecision['kind'], 'ok'>;
}

interface Replay {
  readonly guard: LoopGuard;
  readonly tools: readonly AnyTool[];
  /** The last call of each key. */
  readonly last: Map<string, { readonly ok: boolean; readonly result: string }>;
}

/** The guard's decisions for these calls, up to where it would have ended the run. */
export function replayLoops(calls: readonly RecordedCall[], tools: readonly AnyTool[]): readonly LoopEvent[] {
  const replay: Replay = { guard: new LoopGuard(), tools, last: new Map() };
  const events: LoopEvent[] = [];
  for (const [at, call] of calls.entries()) {
    const decision = replayCall(replay, call);
    if (decision.kind === 'ok') continue;
    events.push({ at, detector: decision.detector, action: decision.kind });
    if (decision.kind === 'break') break;
  }
  return events;
}

function replayCall({ guard, tools, last }: Replay, call: RecordedCall): LoopDecision {
  const { tool, params, resultHash, ok, changes = mayChange(tools, tool, params) } = call;
  const key = callKey(tool, params);
  const turn = guard.begin(key);
  if (turn.decision.kind !== 'ok') return turn.decision;
  const earlier = last.get(key);
  const isLikeEarlier = resultHash === undefined && earlier?.ok === ok;
  const result = isLikeEarlier ? earlier.result : `${ok} ${resultHash ?? ''}`;
  last.set(key, { ok, result });
  guard.end(turn, { result, mutated: ok && changes });
  return guard.judge(turn);
}
