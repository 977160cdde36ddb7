import type { Terms } from '../../contracts/assignment.ts';
import type { ToolSpec } from '../../contracts/model.ts';
import type { SessionMode } from '../../contracts/session.ts';
import type { Specialist } from '../../contracts/specialists.ts';
import type { CallRecord } from '../../contracts/store.ts';
import type { AnyTool, Exploration, ToolContext } from '../../contracts/tool.ts';
import { MINUTE_MS } from '../../core/clock.ts';
import { Failure } from '../../core/failure.ts';
import { oneLine } from '../../core/text.ts';
import { hasTool } from '../../policy/call-rules.ts';
import { EDIT_TOOLS } from '../../tools/toolbox.ts';
import type { ActiveSession } from '../active-session.ts';
import { firstMessage } from '../prompt/first-message.ts';
import {
  availableSpecialists,
  chooseSpecialist,
  listText,
  reachOf,
  specialistProfile,
} from './available-specialists.ts';
import { SubAgent } from './sub-agent.ts';
import type { SubAgentPorts } from './sub-agent-ports.ts';

const LIMITS = { rounds: 10, ms: 4 * MINUTE_MS, microUsd: undefined };
/** Longest answer, in UTF-16 code units. */
const MAX_ANSWER = 6000;

interface ExploreRequest {
  readonly task: string;
  /** Undefined for a general sub-agent. */
  readonly specialist: string | undefined;
}

/**
 * A sub-agent that reads in the workspace of a session and answers one question; its reads are not part of the
 * session's history. It stores nothing: after a crash its call is made again, like any other read. Its cost counts
 * for the session, and is recorded reply by reply.
 * @param context of the call that asks for it
 */
export async function exploreWorkspace(
  session: ActiveSession,
  { task, specialist }: ExploreRequest,
  context: ToolContext,
): Promise<Exploration> {
  const { parts, record } = session;
  const message = firstMessage({
    task,
    workspace: record.workspace,
    writeEnabled: false,
    nowMs: parts.clock.nowMs(),
    redact: parts.redactor.redact,
  });
  if (specialist !== undefined)
    return await consultSpecialist(session, { name: specialist, message }, context);
  const profile = {
    system: parts.reading.prompts.system('explore'),
    model: record.prompt.model,
    specs: exploringTools(session),
    missing: [],
    limits: LIMITS,
    mostAnswer: MAX_ANSWER,
  };
  return await new SubAgent(session, profile, context).answer(message);
}

interface Consultation {
  /** `plugin:name`, or a name that only one has; empty: list them. */
  readonly name: string;
  /** The first message. */
  readonly message: string;
}

/**
 * Runs a sub-agent as an agent file describes it, limited to reading.
 * @throws Failure when there is no such specialist, or when its work is to change something
 */
async function consultSpecialist(
  session: ActiveSession,
  { name, message }: Consultation,
  context: ToolContext,
): Promise<Exploration> {
  const { toolbox } = session;
  const found = await availableSpecialists(session);
  if (name === '')
    return { answer: listText(found, toolbox.tools), cutShort: undefined, rounds: 0, calls: 0 };
  const specialist = chooseSpecialist(name, found, toolbox.tools);
  const reach = reachOf(specialist, readingTools(session), toolbox.tools);
  if (reach.changes.length > 0 && !specialist.onlyReads) {
    throw new Failure(
      'denied',
      `${specialist.reference} would need ${reach.changes.join(', ')}, and here a sub-agent only reads: hand the work over with delegate_work, or do it yourself.`,
    );
  }
  const profile = specialistProfile(session, specialist, { call: context.callId, role: 'specialist', reach });
  return await new SubAgent(session, profile, context).answer(message);
}

interface WorkRequest {
  readonly task: string;
  /** `plugin:name`, or a name that only one has. */
  readonly specialist: string;
  /** The call that delegates the work. */
  readonly call: CallRecord;
}

/**
 * A specialist that edits files and runs commands instead of the session, one call after the other. Its calls are
 * calls of the session, so they are judged, recorded, audited and undone like any; only its conversation is not
 * stored. After a crash it is not continued: see `describeInterruptedWork`.
 * @throws Failure when it may not work here
 */
export async function beginWork(
  session: ActiveSession,
  { task, specialist: name, call }: WorkRequest,
  context: ToolContext,
): Promise<Exploration> {
  const { parts, record, toolbox } = session;
  const specialist = chooseSpecialist(name, await availableSpecialists(session), toolbox.tools);
  const reach = reachOf(specialist, workingTools(session), toolbox.tools);
  const reading = readingTools(session).map(({ name: tool }) => tool);
  if (specialist.onlyReads) {
    throw new Failure(
      'denied',
      `${specialist.reference} comes with the project and only reads here: ask it with delegate. Do the work yourself, or tell the person that an owner can accept its file: /secretary trust ${specialist.reference}`,
    );
  }
  if (parts.settings.edits === 'ask' && reach.changes.some((tool) => isAskedAbout(tool, record.terms))) {
    throw new Failure(
      'denied',
      `Here the person says yes to each edit, and a sub-agent asks nobody: do the work of ${specialist.reference} yourself, or tell the person that /secretary begins it.`,
    );
  }
  if (reach.has.every((tool) => reading.includes(tool.name))) {
    throw new Failure(
      'invalid',
      `${specialist.reference} has nothing here to change anything with: ask it with delegate.`,
    );
  }
  const ports = portsFor(session, call, termsOf(specialist));
  const profile = specialistProfile(session, specialist, { call: call.id, role: 'worker', reach, ports });
  const message = firstMessage({
    task,
    workspace: record.workspace,
    writeEnabled: parts.settings.access.writeEnabled,
    nowMs: parts.clock.nowMs(),
    redact: parts.redactor.redact,
  });
  return await new SubAgent(session, profile, context).answer(message);
}

function isAskedAbout(tool: string, terms: Terms | undefined): boolean {
  return EDIT_TOOLS.includes(tool) && terms?.preApproved.some((call) => call.tool === tool) !== true;
}

function termsOf({ grants }: Specialist): Terms {
  const commands = grants?.commands?.map(({ words, isWhole }) => ({ words: [...words], isWhole }));
  return { preApproved: [], ...(commands === undefined ? {} : { commands }) };
}

function portsFor({ portsOf }: ActiveSession, call: CallRecord, terms: Terms): SubAgentPorts {
  if (portsOf === undefined) throw new Error('a session that is not run hands nothing over');
  return portsOf(call, terms);
}

/** How much of a call's result is reported, in UTF-16 code units. */
const MAX_RESULT_LENGTH = 200;

/** Reads what was done before a restart; undefined when nothing had been carried out, so it can be begun anew. */
export async function describeInterruptedWork(
  session: ActiveSession,
  call: CallRecord,
): Promise<Exploration | undefined> {
  const calls = await portsFor(session, call, { preApproved: [] }).lookBack();
  if (calls.length === 0) return undefined;
  const lines = calls.map(
    ({ tool, result }) => `- ${tool}: ${oneLine(result?.text ?? '', MAX_RESULT_LENGTH)}`,
  );
  return {
    answer: [
      'Its conversation is gone. This is what it had carried out; look at the files before you go on:',
      ...lines,
    ].join('\n'),
    cutShort: 'The program was restarted while it worked.',
    rounds: 0,
    calls: calls.length,
  };
}

/** Tools of the session for a sub-agent that looks around and answers one question. */
function exploringTools(session: ActiveSession): readonly ToolSpec[] {
  return toolsFor(session, 'talk', ['all']);
}

/** Tools of the session for a specialist that only reads. */
function readingTools(session: ActiveSession): readonly ToolSpec[] {
  return toolsFor(session, 'talk', ['all', 'specialists']);
}

/** Tools of the session for a specialist that changes files. */
function workingTools(session: ActiveSession): readonly ToolSpec[] {
  return toolsFor(session, session.record.mode, ['all', 'specialists', 'working']);
}

function toolsFor(
  { toolbox, record }: ActiveSession,
  mode: SessionMode,
  groups: readonly AnyTool['subAgents'][],
): readonly ToolSpec[] {
  const meant = toolbox.tools.filter(({ subAgents }) => groups.includes(subAgents)).map(({ name }) => name);
  return toolbox.specs(mode).filter(({ name }) => meant.includes(name) && hasTool(record.terms, name));
}
