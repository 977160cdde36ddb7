import type { Terms } from '../../contracts/assignment.ts';
import type { Specialist } from '../../contracts/specialists.ts';
import type { CallRecord } from '../../contracts/store.ts';
import type { Exploration, ToolContext } from '../../contracts/tool.ts';
import { Failure } from '../../core/failure.ts';
import { oneLine } from '../../core/text.ts';
import { EDIT_TOOLS } from '../../tools/toolbox.ts';
import type { ActiveSession } from '../active-session.ts';
import { firstMessage } from '../prompt/prompt.ts';
import {
  availableSpecialists,
  chooseSpecialist,
  reachOf,
  specialistProfile,
} from './available-specialists.ts';
import { readingTools, SubAgent, workingTools } from './sub-agent.ts';
import type { SubAgentPorts } from './sub-agent-ports.ts';

/** How much of a call's result is reported, in UTF-16 code units. */
const MAX_RESULT_LENGTH = 200;

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
