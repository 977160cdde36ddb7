import type { Block, ModelMessage, ToolSpec } from '../contracts/model.ts';
import type { SessionRecord } from '../contracts/session.ts';
import type { Compaction } from '../contracts/session-stores.ts';
import { BroughtDocuments, personBlocks } from './context/person-blocks.ts';
import { SessionContext } from './context/session-context.ts';
import type { LoopGuard } from './loops/loop-guard.ts';
import type { AgentParts } from './parts.ts';
import type { SessionWrites } from './session-writes.ts';
import { compactionLine, messageLine } from './transcript.ts';

/** What the model is sent: the prompt, the tools and the messages, in memory and in the rows in step. */
export class SessionHistory {
  /** The messages as they are sent. */
  readonly context: SessionContext;
  readonly documents: BroughtDocuments;
  /** Folders whose notes need not be looked for again; see `folderNotes`. */
  readonly lookedAt = new Set<string>();

  readonly #parts: AgentParts;
  readonly #writes: SessionWrites;
  readonly #loops: Pick<LoopGuard, 'reset'>;
  #tools: readonly ToolSpec[] | undefined;

  constructor(parts: AgentParts, writes: SessionWrites, loops: Pick<LoopGuard, 'reset'>) {
    const { id, workspace } = writes.record;
    this.#parts = parts;
    this.#writes = writes;
    this.#loops = loops;
    this.context = new SessionContext(parts.store, id);
    this.documents = new BroughtDocuments({
      workspace,
      sentFiles: parts.reading.sentFiles,
      unread: () => parts.store.steering.listUnread(id),
    });
  }

  get messages(): readonly ModelMessage[] {
    return this.context.messages;
  }

  /** What every request of the session begins with. */
  freeze(system: string, tools: readonly ToolSpec[]): void {
    this.#writes.change({ prompt: { system, tools: JSON.stringify(tools) } });
    this.#tools = tools;
  }

  /** Tools as they were frozen at the start of the session. */
  tools(): readonly ToolSpec[] {
    this.#tools ??= readTools(this.#writes.record);
    return this.#tools;
  }

  addMessage(message: ModelMessage): void {
    const seq = this.context.add(message);
    const { id } = this.#writes.record;
    this.#writes.defer(() => this.#parts.store.history.append(id, seq, message));
    this.#writes.addLine(messageLine(message, seq));
  }

  /** Adds text of the program, not of the person, as a user message of its own. */
  addUserText(text: string): void {
    this.addMessage({ role: 'user', content: [{ type: 'text', text }] });
  }

  /**
   * Messages of the person that the model has not seen; marked as taken with the next commit. Bring their documents
   * first.
   */
  takeSteering(): readonly Block[] {
    const { steering } = this.#parts.store;
    const { id, usage } = this.#writes.record;
    const pending = steering.listUnread(id);
    const last = pending.at(-1);
    if (last === undefined) return [];
    this.#writes.followLanguage();
    this.#writes.defer(() => steering.markTaken(id, last.seq, usage.round));
    this.#loops.reset();
    return personBlocks(pending, {
      messages: this.messages,
      record: this.#writes.record,
      parts: this.#parts,
      documents: this.documents,
    });
  }

  /**
   * From this commit on requests begin with `compaction` instead of the history so far. `also` belongs to the same
   * commit.
   */
  replace(compaction: Compaction, also: () => void): void {
    const { contexts } = this.#parts.store;
    const { id } = this.#writes.record;
    this.#writes.addLine(compactionLine(compaction));
    this.#writes.commit(() => {
      contexts.add(id, compaction);
      contexts.forgetRequest(id);
      also();
    });
    this.context.replace(compaction);
    // Results that were read before are no longer sent: reading them again is not a loop.
    this.#loops.reset();
    this.lookedAt.clear();
    this.#parts.outgoing.nudge();
  }
}

/** This program wrote it from the same type when the session began. */
function readTools(record: SessionRecord): readonly ToolSpec[] {
  const { tools } = record.prompt;
  return tools === undefined ? [] : (JSON.parse(tools) as readonly ToolSpec[]);
}
