import * as z from 'zod';
import type { SessionRecord } from '../../contracts/session.ts';
import { type AnyTool, defineTool, type ToolAnswer } from '../../contracts/tool.ts';
import { Failure } from '../../core/failure.ts';
import type { CallId } from '../../core/ids.ts';
import { type Json, sha256 } from '../../core/json.ts';
import { texts } from '../../core/texts/texts.ts';
import { assertReviewed } from '../../tools/assert-reviewed.ts';
import { unifiedDiff } from '../../tools/edit/unified-diff.ts';
import {
  NOTE_FILES,
  type NoteFault,
  type NoteFile,
  type NotePlan,
  noteFaultText,
  type OwnerNotes,
  type PlannedNote,
} from './note.ts';

const Input = z.object({ file: z.enum(NOTE_FILES), line: z.string() });
type Input = z.infer<typeof Input>;
const Output = z.object({ place: z.string(), added: z.string() });
type Output = z.infer<typeof Output>;

export function remember(notesOf: NotesOfCall): AnyTool {
  return defineTool({
    name: 'remember',
    description:
      'Only when the person asks to remember something: keep one line in USER.md (about them) or TOOLS.md (project, tools). They see it and say yes.',
    effect: 'asks',
    inTalk: true,
    doing: { en: 'remembering', es: 'apuntando' },
    subAgents: 'none',
    claudeCode: [],
    service: { leftOut: 'It keeps what a person said in the conversation, which a job has not heard.' },
    input: Input,
    output: Output,
    async review(input, { session, callId }) {
      const note = planNote(input, notesOf(session, callId));
      return {
        verdict: {
          kind: 'ask',
          rule: 'remember',
          reason: `Keep this in ${note.place}?`,
          risk: { writesOutsideGit: 'no', network: 'no', undoable: 'yes' },
        },
        binding: bindingOf(note),
        details: unifiedDiff(note.place, note.before, `${note.before ?? ''}${note.added}`).diff,
        explainsItself: true,
      };
    },
    async prepare(input, { session, callId }, reviewed) {
      const bound = bindingOf(planNote(input, notesOf(session, callId)));
      assertReviewed(bound, reviewed);
      return bound;
    },
    async recover(_input, { session, callId }) {
      const fate = notesOf(session, callId).fate();
      if (fate === 'unknown')
        return { kind: 'unknown', detail: 'The file is neither as it was before nor as it would be after.' };
      return typeof fate === 'object' ? { kind: 'done', answer: answerFor(fate.note) } : { kind: 'rerun' };
    },
    async run(input, { session, callId }, prepared) {
      const notes = notesOf(session, callId);
      const note = planNote(input, notes);
      assertReviewed(bindingOf(note), prepared);
      const fault = notes.add(note);
      if (fault !== undefined) throw noteFailure(fault);
      return answerFor(note);
    },
  });
}

/** Throws Failure `denied` where no notes may be added, and for an unacceptable line. */
function planNote({ file, line }: Input, notes: SessionNotes): PlannedNote {
  const plan = notes.plan(file, line);
  if (plan === 'owners-only')
    throw new Failure('denied', 'Only an owner of this program has something kept. Nothing was written.');
  if (plan === 'not-alone')
    throw new Failure(
      'denied',
      'USER.md is about the owner, whom others could read here: it is written only in a chat with the owner alone. TOOLS.md is possible.',
    );
  if (plan.kind === 'refused') throw noteFailure(plan.fault);
  return plan.note;
}

function noteFailure(fault: NoteFault): Failure {
  return new Failure('invalid', noteFaultText(fault, texts('en')));
}

/** The change that the person was shown. */
function bindingOf({ place, before, added }: PlannedNote): Json {
  return { place, before: before === undefined ? null : sha256(before), added };
}

function answerFor({ place, added }: PlannedNote): ToolAnswer<Output> {
  return {
    text: `Kept in ${place}. It counts for tasks and talks that begin from now on, not for this one. The person can take it back within 10 minutes: /remember undo`,
    data: { place, added },
  };
}

/** Lines for the owner's files, for one call. */
interface SessionNotes {
  /** Changes nothing. `owners-only`: the session's person may not. `not-alone`: others read this chat. */
  plan(file: NoteFile, text: string): NotePlan | 'owners-only' | 'not-alone';
  /** Returns the obstacle, if any. */
  add(note: PlannedNote): NoteFault | undefined;
  /** State of this call's line after a crash. */
  fate(): ReturnType<OwnerNotes['fate']>;
}

type NotesOfCall = (session: SessionRecord, call: CallId) => SessionNotes;

export interface SessionNotesPorts {
  readonly notes: OwnerNotes;
  /** True for a session of an owner, in any chat. */
  isOwners(session: SessionRecord): boolean;
  /** True when only an owner reads the session's answers. */
  ownerAlone(session: SessionRecord): boolean;
}

/** Bound to one call: a repetition after a crash adds no second line. */
export function notesByCall({ notes, isOwners, ownerAlone }: SessionNotesPorts): NotesOfCall {
  return (session, call) => {
    const { id, conversation, project, owner: saidBy } = session;
    const key = `call:${id}:${call}`;
    return {
      plan(file, text) {
        if (!isOwners(session)) return 'owners-only';
        if (file === 'USER.md' && !ownerAlone(session)) return 'not-alone';
        return notes.plan({ file, text, project });
      },
      add: (note) => notes.add(note, { key, conversation, saidBy }),
      fate: () => notes.fate(key),
    };
  };
}
