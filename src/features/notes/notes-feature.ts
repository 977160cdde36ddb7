import { type Action, type ChatCommand, replyWith } from '../../contracts/commands.ts';
import type { Feature, HandlersOf, MessageScope } from '../../contracts/feature.ts';
import type { AnyTool } from '../../contracts/tool.ts';
import { unreachable } from '../../core/failure.ts';
import { codeBlock } from '../../core/text.ts';
import { type Texts, texts } from '../../core/texts/texts.ts';
import { ownersOnly } from '../../gateway/people/authority.ts';
import { sentencePattern } from '../../gateway/questions/plain-words.ts';
import { workspaceOf } from '../../gateway/tasks/projects.ts';
import { unifiedDiff } from '../../tools/edit/unified-diff.ts';
import { type NoteFile, type NoteUndo, noteFaultText, type OwnerNotes, type PlannedNote } from './note.ts';
import { notesByCall, remember, type SessionNotesPorts } from './remember.ts';
import { noteTexts } from './texts/texts.ts';

/** See `ChatCommand.asked`. */
const QUESTION_PATTERN = sentencePattern(
  '(?:make|get) you (?:to )?remember (?:something|things)|tell you something (?:about me|for later)',
  '(?:hago (?:para )?)?que (?:recuerdes|te acuerdes de) (?:algo|cosas)',
);

const UNDO = /^(?:undo|deshacer|deshaz)[.!]?$/iu;
const NAMED =
  /^(user(?:\.md)?|me|yo|m[ií]|usuario|tools?(?:\.md)?|project|herramientas?|proyecto)\s*:\s*([\s\S]*)$/iu;
const ABOUT_ME = /^(?:user|me$|yo|m[ií]|usuario)/iu;
/** "remember that …", "recuerda que …": the line begins after it. */
const LEAD = /^(?:that|que)\s+/iu;
/** A line with "I" is about the person, whatever else it names. */
const FIRST_PERSON =
  /\b(?:I|I['’]m|I['’]d|me|my|mine|we|our|yo|m[ií]|mis|m[ií]o|me|conmigo|nosotros|nuestr[oa]s?|prefiero|soy|vivo|trabajo|uso|quiero|estoy|tengo|ll[aá]mame|h[aá]blame|resp[oó]ndeme|call me|answer me)\b/iu;
const PROJECT =
  /`|(?:^|\s)(?:npm|npx|yarn|pnpm|make|pytest|cargo|go test|git|docker|compose|gradle|mvn)\b|\b(?:tests?|pruebas?|build|lint|deploy\w*|repo(?:sitory|sitorio)?|project|proyecto|branch|rama|commits?|server|servidor|database|base de datos|scripts?|staging|CI)\b/iu;

/** Lines that an owner has kept for every later task, by `/remember` or by the model's tool. */
export function notesFeature(parts: SessionNotesPorts): Feature {
  return {
    name: 'notes',
    commands: [rememberCommand],
    actions: noteActions(parts.notes),
    tools: [remember(notesByCall(parts))],
  };
}

/** The tool of this feature for catalogues, where nothing is carried out. */
export function describedNoteTools(): readonly AnyTool[] {
  return [
    remember(() => {
      throw new Error('the tool of notes was called outside a running program');
    }),
  ];
}

/** A line that an owner wants remembered. */
const rememberCommand: ChatCommand = {
  name: 'remember',
  aliases: ['recuerda'],
  topic: 'chat',
  asked: QUESTION_PATTERN,
  describe: (texts) => noteTexts(texts).commands.remember,
  run(rest, { isGroup, texts }): readonly (Action | NoteAction)[] {
    const notes = noteTexts(texts);
    const request = readRequest(rest, isGroup);
    switch (request.kind) {
      case 'nothing':
        return [{ kind: 'reply', text: notes.commands.remember.ask }];
      case 'undo':
        return [{ kind: 'notes.forget' }];
      case 'unclear':
        return [{ kind: 'reply', text: notes.which(request.text) }];
      case 'between-us':
        return [{ kind: 'reply', text: notes.notInGroup }];
      case 'keep':
        return [{ kind: 'notes.remember', file: request.file, text: request.text }];
      default:
        return unreachable(request);
    }
  },
};

export type RememberRequest =
  | { readonly kind: 'nothing' | 'undo' | 'between-us' }
  | { readonly kind: 'unclear'; readonly text: string }
  | { readonly kind: 'keep'; readonly file: NoteFile; readonly text: string };

/**
 * The request in a `/remember`. Without a file name the line is about the person, unless it speaks of the project and
 * not of them: then a question is asked. Lines about a person are not kept in a group.
 */
export function readRequest(rest: string, isGroup: boolean): RememberRequest {
  const said = rest.trim();
  if (said === '') return { kind: 'nothing' };
  if (UNDO.test(said)) return { kind: 'undo' };
  const named = NAMED.exec(said);
  const text = (named?.[2] ?? said).trim().replace(LEAD, '');
  if (text === '') return { kind: 'nothing' };
  if (named === null && PROJECT.test(text) && !FIRST_PERSON.test(text)) return { kind: 'unclear', text };
  const file: NoteFile = named === null || ABOUT_ME.test(named[1] ?? '') ? 'USER.md' : 'TOOLS.md';
  return file === 'USER.md' && isGroup ? { kind: 'between-us' } : { kind: 'keep', file, text };
}

type NoteAction =
  /** Adds a line to a file of the owner, and replies with it. */
  | { readonly kind: 'notes.remember'; readonly file: NoteFile; readonly text: string }
  /** Removes the last of these lines, and replies with the result. */
  | { readonly kind: 'notes.forget' };

/** Adds or removes one line of the owner's files, and replies with the result. Safe to repeat for one message. */
function noteActions(notes: OwnerNotes): HandlersOf<NoteAction> {
  return {
    'notes.remember': {
      grants: () => false,
      refusal: ownersOnly,
      perform: async (action, message) => replyWith(rememberNote(action, message, notes)),
    },
    'notes.forget': {
      grants: () => false,
      refusal: ownersOnly,
      perform: async (_action, { context: { conversation }, locale }) =>
        replyWith(undoText(notes.undo(conversation), texts(locale))),
    },
  };
}

function rememberNote(
  { file, text }: Extract<NoteAction, { kind: 'notes.remember' }>,
  { row, context, locale }: MessageScope,
  notes: OwnerNotes,
): string {
  const { conversation, sender: saidBy } = context;
  const words = texts(locale);
  const key = `message:${row.seq}`;
  // A program that died may have written it before it could answer.
  const fate = notes.fate(key);
  if (typeof fate === 'object') return keptText(fate.note, words);
  const plan = notes.plan({ file, text, project: workspaceOf(conversation, context) });
  if (plan.kind === 'refused') return noteFaultText(plan.fault, words);
  const fault = notes.add(plan.note, { key, conversation, saidBy });
  return fault === undefined ? keptText(plan.note, words) : noteFaultText(fault, words);
}

function keptText({ place, before, added }: PlannedNote, texts: Texts): string {
  const words = noteTexts(texts);
  const { diff } = unifiedDiff(place, before, `${before ?? ''}${added}`);
  return [words.kept(place), codeBlock(diff), words.applies].join('\n');
}

function undoText(undo: NoteUndo, words: Texts): string {
  const notes = noteTexts(words);
  switch (undo.kind) {
    case 'none':
      return notes.undo.none;
    case 'undone':
      return [notes.undone(undo.place), codeBlock(undo.added.trim())].join('\n');
    case 'late':
    case 'changed':
      return [notes.undo[undo.kind](undo.place), codeBlock(undo.added.trim())].join('\n');
    case 'unwritable':
      return noteFaultText(undo, words);
    default:
      return unreachable(undo);
  }
}
