import type { Child } from 'hono/jsx';
import * as z from 'zod';
import type { ConversationId } from '../core/ids.ts';
import type { SoundType } from '../core/media-format.ts';
import type { Texts } from '../core/texts/texts.ts';
import type { Role } from './access.ts';
import type { Gesture } from './channel.ts';
import type { ImageType } from './enclosures.ts';
import { StepStatus } from './session.ts';

/**
 * Parts of the navigation, in its order. The `daily` part is always in sight, the others are opened: `work` has tasks
 * and tools for them, `records` what was done and spent, `program` the state of the program itself.
 */
export type WebGroup = 'daily' | 'work' | 'records' | 'program';

/** A page of the console in the browser. Everything that it shows comes from rows. */
export interface WebPage {
  /** `/tasks`, `/tasks/:id`: a name after a colon stands for one part. */
  readonly path: string;
  /** Its entry in the navigation; missing when only other pages lead to it. */
  label?(texts: Texts): string;
  /** Where its entry stands; `work` when missing. */
  readonly group?: WebGroup;
  /** False when this person has no such page, and no entry. When missing, it is for everybody who may sign in. */
  isFor?(visitor: WebVisitor): boolean;
  /** Limits of the files in its form; missing when it takes none. The path of a page with files has no named parts. */
  readonly uploads?: UploadLimits;
  /** Loads the code of the page, when it is asked for. */
  load(): Promise<WebView>;
}

export interface WebView {
  /** Undefined when there is no such thing, or this person may not see it. */
  show(request: WebRequest): Promise<WebContent | undefined>;
  /**
   * What a form of this page asks for, as a message of the person; undefined when that may not be asked here. Only
   * decides. Missing when the page has no form.
   */
  submit?(
    request: WebRequest,
    form: WebForm,
    files: readonly UploadedFile[],
  ): SpokenMessage | RefusedForm | undefined;
}

/** Limits of one form with files. */
export interface UploadLimits {
  readonly files: number;
  /** All of them together. */
  readonly bytes: number;
}

export interface UploadedFile {
  /** As its sender named it: hostile until it is cleaned. */
  readonly name: string;
  /** According to the browser; unverified. */
  readonly mimeType: string;
  /** A temporary file, on the disk of the data folder: code that keeps it moves it away, else it is removed. */
  readonly path: string;
  /** SHA-256 of its bytes, in hexadecimal digits. */
  readonly hash: string;
  /** Size in bytes. */
  readonly bytes: number;
}

/** Nothing was sent, and why, in words of this person. */
export interface RefusedForm {
  readonly refused: string;
}

/** A file that a page shows, or that a person saves. */
export interface WebDownload {
  /** Like the path of a page. */
  readonly path: string;
  load(): Promise<WebFileSource>;
}

export interface WebFileSource {
  /** Undefined when there is no such file, or it is not this person's. */
  read(request: WebRequest): WebFile | undefined;
}

export type WebFile = FileInMemory | StreamedFile;

export interface FileInMemory {
  readonly name: string;
  readonly bytes: Uint8Array;
  /**
   * The media type that its bytes show, if a page may show or play it. When undefined, it is saved, and never shown.
   */
  readonly media: ShownMedia | undefined;
}

/** Media types of pictures and sound. */
export type ShownMedia = ImageType | SoundType;

/** Sent piece by piece, as fast as it is taken, and never held as a whole. */
export interface StreamedFile {
  readonly name: string;
  /** Its media type. */
  readonly type: string;
  /** Whole lines: secrets are looked for in each piece. */
  pieces(): AsyncIterable<string>;
}

/** The person in the browser. Their rights are read anew for each request. */
export interface WebVisitor {
  /** As in a chat: digits of a phone number, or the name of the person at the machine. */
  readonly sender: string;
  readonly role: Role;
  readonly isAtMachine: boolean;
}

export interface WebRequest {
  readonly visitor: WebVisitor;
  /** In their language. */
  readonly texts: Texts;
  readonly nowMs: number;
  /** A named part of the path. */
  param(name: string): string;
  /** A value behind the question mark; empty when it is missing. */
  query(name: string): string;
  /** A text from rows as it may be shown: without secrets, and with hidden characters made visible. */
  clean(text: string): string;
}

interface WebContent {
  readonly title: string;
  /**
   * True when its content, which takes long to make, is made once for each request and then stays. When missing, its
   * regions are live.
   */
  readonly isStill?: true;
  readonly regions: readonly WebRegion[];
}

/** A part of a page that is replaced by itself when what it shows has changed. */
export interface WebRegion {
  /** Unique on its page: lower-case letters and dashes. */
  readonly name: string;
  readonly body: Child;
  /** Made when the page is loaded, and then left alone: what a person types in it stays. */
  readonly isStill?: true;
  /** True when new content in it is read out to people who do not see it. */
  readonly isReadOut?: true;
}

/** The fields of a form by their names. */
export type WebForm = Readonly<Record<string, string>>;

/** What a person says in a chat by pressing a button: it is then handled like everything they write there. */
export interface SpokenMessage {
  readonly conversation: ConversationId;
  /** The person in whose name it is said. */
  readonly sender: string;
  /** Equal for the same request: a repeated one is handled once. */
  readonly key: string;
  readonly text: string;
  readonly gesture?: Gesture | undefined;
  /** Only in a chat of the browser. */
  readonly files?: readonly UploadedFile[];
  /** Id of the message that it replies to; also only in a chat of the browser. */
  readonly quotedId?: string | undefined;
  /** True when the page of the button shows the result. */
  readonly isShownThere?: true;
}

/**
 * Data of the read API, `/api/v1/<name>`: what a page shows, for programs. Names and fields stay; new ones may come.
 */
export interface WebResource {
  readonly name: string;
  /** A sentence for the description of the API. */
  readonly summary: string;
  /** Loads its code, when it is asked for. */
  load(): Promise<WebDataSource>;
}

export interface WebDataSource {
  /** The parameters behind the question mark. */
  readonly query: z.ZodObject;
  readonly output: z.ZodType;
  /** Undefined when there is no such thing, or this person may not see it. */
  read(request: WebRequest): unknown;
}

/** A moment as ISO 8601 in UTC. */
const Moment = z.iso.datetime();

export const TaskData = z.object({
  id: z.string(),
  task: z.string(),
  kind: z.enum(['task', 'talk']),
  status: z.enum(['queued', 'running', 'waiting', 'paused', 'parked', 'done', 'failed', 'cancelled']),
  project: z.string().describe('Name of its folder.'),
  person: z.string().describe('Digits of a phone number, or local.'),
  rounds: z.int(),
  cost_usd: z.number().nullable().describe('Null: the price of the model is not known.'),
  started_at: Moment,
});
export type TaskData = z.infer<typeof TaskData>;

/** One task with what it did. Texts that are long are cut. */
export const TaskDetails = TaskData.extend({
  plan: z
    .array(z.object({ title: z.string(), status: StepStatus, note: z.string().nullable() }))
    .describe('Empty without a plan.'),
  costs: z
    .array(
      z.object({
        round: z.int(),
        cost_usd: z.number().nullable(),
        tokens_read: z.int(),
        tokens_written: z.int(),
      }),
    )
    .describe('What each round cost, its sub-agents included.'),
  course: z
    .array(
      z.object({
        round: z.int(),
        said: z.string().describe('What the model said before its calls.'),
        calls: z.array(
          z.object({
            id: z.string(),
            tool: z.string(),
            subject: z.string().nullable().describe('The command, the file.'),
            state: z.enum(['open', 'waiting', 'started', 'done']),
            ok: z.boolean().nullable().describe('Null until it has ended.'),
            decision: z.string().nullable().describe('What was decided; null: nothing had to be.'),
            duration_ms: z.number().nullable(),
            input: z.string(),
            output: z.string().nullable(),
          }),
        ),
        calls_left_out: z.int(),
      }),
    )
    .describe('The last rounds, or those before `before`; oldest first.'),
  earlier_rounds: z.int().describe('How many there were before these: ask with `before`.'),
  report: z.string().nullable().describe('What the chat was told last.'),
});
export type TaskDetails = z.infer<typeof TaskDetails>;

export const QuestionData = z.object({
  id: z.string(),
  task_id: z.string(),
  person: z.string().describe('Who is asked.'),
  tool: z.string(),
  details: z.string().describe('The command, the change, or the question in words.'),
  asked_at: Moment,
});
export type QuestionData = z.infer<typeof QuestionData>;
