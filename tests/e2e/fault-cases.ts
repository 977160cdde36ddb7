import type { ParkReason } from '../../src/contracts/session.ts';
import {
  cutByMaxTokens,
  cutsStream,
  endsEarly,
  errorEvent,
  fails,
  malformedToolInput,
  promptTooLong,
  stalls,
  unknownTool,
} from '../support/messages-server/faults.ts';
import {
  emptyReply,
  maxTokensText,
  pausesTurn,
  refuses,
  reply,
  says,
  thinking,
} from '../support/messages-server/replies.ts';
import type { BreakPoint, Reply } from '../support/messages-server/reply.ts';

/** A file that would exist if a call had been executed whose input was cut off. */
export const CANARY = 'canary.txt';

/** No fault uses up the rounds of a task. */
type Reason = Exclude<ParkReason, 'rounds'>;

export interface FaultCase {
  /** Also the task: the model tells the cases apart by it. */
  readonly name: string;
  readonly fault: Reply;
  /** What one occurrence leads to: nothing that the person has to care for, or a stop for this reason. */
  readonly once: 'done' | Reason;
  /** Why the session stops when it never ends. */
  readonly forGood: Reason;
}

const BREAK_POINTS: readonly BreakPoint[] = [
  'before-headers',
  'headers',
  'first-text',
  'mid-tool-json',
  'tool-call',
  'stop-reason',
];

const REFUSED: readonly FaultCase[] = [
  stopsAtOnce('status 401', fails(401), 'key'),
  stopsAtOnce('status 403', fails(403), 'key'),
  stopsAtOnce('status 404', fails(404), 'request'),
  stopsAtOnce('status 400', fails(400), 'request'),
  stopsAtOnce('status 413', fails(413), 'too-long'),
  stopsAtOnce('prompt too long', promptTooLong(), 'too-long'),
  stopsAtOnce('refusal', refuses(), 'refused'),
  stopsAtOnce('refusal after some words', refuses('Declined.', 'I begin with'), 'refused'),
  stopsAtOnce('error event of a refused key', errorEvent({ type: 'authentication_error' }), 'key'),
];

const IN_TROUBLE: readonly FaultCase[] = [
  passes('status 500', fails(500), 'busy'),
  passes('status 529', fails(529), 'busy'),
];

const LIMITED: readonly FaultCase[] = [
  passes('status 429', fails(429), 'busy'),
  passes('status 429 for a second', fails(429, { retryAfter: 1 }), 'busy'),
];

const CUT: readonly FaultCase[] = BREAK_POINTS.map((after) =>
  passes(`cut after ${after}`, cutsStream({ after }), 'unreachable'),
);

const ENDED: readonly FaultCase[] = [
  ...BREAK_POINTS.filter((after) => after !== 'before-headers').map((after) =>
    passes(`early end after ${after}`, endsEarly({ after }), 'unreachable'),
  ),
  passes('error event', errorEvent(), 'busy'),
  passes('error event in a call', errorEvent({}, { after: 'mid-tool-json' }), 'busy'),
];

const SILENT: readonly FaultCase[] = [
  passes('silence before anything', stalls({ after: 'before-headers' }), 'silent'),
  passes('silence in a call', stalls({ after: 'mid-tool-json' }), 'silent'),
  passes('nothing but pings', stalls({ after: 'first-text', pingEveryMs: 50 }), 'silent'),
];

/** Each would make the canary if it was executed. */
export const CUT_CALLS: readonly FaultCase[] = [
  passes('token limit in a call', cutCall('{"path":"canary.txt","content":"half'), 'cut-off'),
  passes('token limit after a call', cutCall('{"path":"canary.txt","content":"x"}'), 'cut-off'),
  passes('token limit in a command', cutCommand('{"command":"touch canary.txt'), 'cut-off'),
];

const ODD: readonly FaultCase[] = [
  passes('call without JSON', malformedToolInput('read_source_file', '{"path": src'), 'malformed'),
  passes('call of another shape', malformedToolInput('read_source_file', '{"file":1}'), 'malformed'),
  passes('unknown tool', unknownTool(), 'malformed'),
  passes('empty reply', emptyReply(), 'empty'),
  passes('nothing but thinking', reply([thinking('What now?')]), 'empty'),
  passes('token limit in the thinking', reply([thinking('Wha')], { stopReason: 'max_tokens' }), 'cut-off'),
  passes('token limit in the text', maxTokensText('First I would'), 'cut-off'),
  ...CUT_CALLS,
  passes('paused turn', pausesTurn(says('Let me think.')), 'no-progress'),
];

/** Cases of one group take their turn in one program; groups run side by side. */
export const FAULT_GROUPS = { REFUSED, IN_TROUBLE, LIMITED, CUT, ENDED, SILENT, ODD } as const;

function stopsAtOnce(name: string, fault: Reply, reason: Reason): FaultCase {
  return { name, fault, once: reason, forGood: reason };
}

function passes(name: string, fault: Reply, forGood: Reason): FaultCase {
  return { name, fault, once: 'done', forGood };
}

function cutCall(partialJson: string): Reply {
  return cutByMaxTokens({ tool: 'write_source_file', partialJson });
}

function cutCommand(partialJson: string): Reply {
  return cutByMaxTokens({ tool: 'run_command', partialJson });
}
