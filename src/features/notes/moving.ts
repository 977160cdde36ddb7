import { posix } from 'node:path';
import * as z from 'zod';
import type { ChatState } from '../../contracts/machines.ts';
import type { ConversationStore } from '../../contracts/session-stores.ts';
import { NOT_STORED } from '../../contracts/store.ts';
import { Failure } from '../../core/failure.ts';
import type { ConversationId } from '../../core/ids.ts';
import { sha256 } from '../../core/json.ts';
import { fault } from '../../core/texts/faults.ts';
import { texts } from '../../core/texts/texts.ts';
import { type KeptNote, NOTE_FILES, type NoteStore, type OwnerNotes } from './note.ts';
import { noteTexts } from './texts/texts.ts';

/** How many lines move with a chat: the newest ones. */
const MAX_LINES = 200;
/** PostgreSQL does not take it. */
const ZERO = '\u0000';
/** There may be room later. */
const DISK_FULL = ['ENOSPC', 'EDQUOT'];

const Lines = z.array(
  z.object({
    file: z.enum(NOTE_FILES),
    text: z.string(),
    /** Name of the project's folder; missing when the line is for all projects. */
    project: z.string().optional(),
    /** The person who said it; missing when a machine of an earlier version stored it. */
    saidBy: z.string().optional(),
  }),
);
type NoteLine = z.infer<typeof Lines>[number];

export interface NotesStateParts {
  readonly rows: Pick<NoteStore, 'ofConversation'>;
  readonly notes: Pick<OwnerNotes, 'plan' | 'add'>;
  readonly conversations: Pick<ConversationStore, 'language'>;
  /** Where a project of this name is, or would be, on this machine; undefined when it could be nowhere. */
  placeOf(project: string): { readonly path: string } | undefined;
  /** True for an owner of this machine. */
  isOwner(sender: string): boolean;
  /** Inside the caller's transaction; a message with a key that was used is left out. */
  notify(message: {
    readonly conversation: ConversationId;
    readonly key: string;
    readonly text: string;
  }): void;
}

/**
 * Lines that people of a chat that moves had the program remember. The files are those of each machine's owners: a line
 * is added when an owner of this machine said it, and its chat gets a list of the others. None is removed here.
 */
export function notesState(parts: NotesStateParts): ChatState<NoteLine[]> {
  return {
    name: 'notes',
    schema: Lines,
    read(conversation) {
      const lines = parts.rows.ofConversation(conversation, MAX_LINES).map(noteLine);
      return lines.length === 0 ? undefined : lines;
    },
    write(conversation, lines = []) {
      const left = lines.filter((line) => !isKept(line, conversation, parts));
      if (left.length === 0) return;
      const { locale = 'en' } = parts.conversations.language(conversation);
      const text = noteTexts(texts(locale)).left(left.map((line) => `> ${line.text}`).join('\n'));
      parts.notify({ conversation, key: `notes-left:${conversation}:${sha256(text)}`, text });
    },
  };
}

function noteLine({ file, place, added, saidBy }: KeptNote): NoteLine {
  const folder = posix.basename(posix.dirname(place));
  return {
    file,
    text: added.trim().replace(/^- /, '').replaceAll(ZERO, ''),
    ...(folder === '.' ? {} : { project: folder }),
    ...(saidBy === undefined ? {} : { saidBy }),
  };
}

/** True when the line is there now. */
function isKept(
  { file, text, project, saidBy }: NoteLine,
  conversation: ConversationId,
  parts: NotesStateParts,
): boolean {
  const { notes, placeOf, isOwner } = parts;
  const plan = notes.plan({ file, text, project: (project && placeOf(project)?.path) ?? '' });
  if (plan.kind === 'refused') return plan.fault.kind === 'known';
  if (saidBy === undefined || !isOwner(saidBy)) return false;
  const key = `moved:${sha256(`${conversation} ${file} ${text}`)}`;
  const obstacle = notes.add(plan.note, { key, conversation, saidBy });
  if (obstacle?.kind === 'unwritable' && DISK_FULL.includes(obstacle.why))
    throw new Failure('unavailable', fault('database-full', obstacle.place, obstacle.why), {
      facts: { rule: NOT_STORED },
    });
  return obstacle === undefined;
}
