import type { Enclosure, KeptDocument, SentFiles, Steering } from '../../contracts/enclosures.ts';

interface BroughtDocumentsParts {
  /** Where the session works. */
  readonly workspace: string;
  readonly sentFiles: Pick<SentFiles, 'bringDocument'>;
  /** What the model has not read. */
  unread(): readonly Pick<Steering, 'enclosure'>[];
}

/**
 * Makes files that people sent readable for the session. Most lie in its workspace already, but a file of a talk lies
 * in the project, and the task that the talk became may work in a worktree.
 */
export class BroughtDocuments {
  readonly #parts: BroughtDocumentsParts;
  readonly #brought = new Map<string, string | undefined>();

  constructor(parts: BroughtDocumentsParts) {
    this.#parts = parts;
  }

  /**
   * Copies the files that lie elsewhere. Call it before the model gets the messages that they came with.
   * @throws Failure `unavailable` when the disk is full
   */
  async bring(): Promise<void> {
    const { unread, sentFiles, workspace: here } = this.#parts;
    for (const { workspace, path } of unread().flatMap(({ enclosure }) => documentsIn(enclosure))) {
      if (workspace === undefined || this.#isHere(workspace)) continue;
      const place = documentKey(workspace, path);
      if (!this.#brought.has(place))
        this.#brought.set(place, await sentFiles.bringDocument({ workspace, path }, here));
    }
  }

  /** Its path relative to the session's workspace; undefined when it could not be brought there. */
  pathOf({ workspace, path }: Pick<KeptDocument, 'workspace' | 'path'>): string | undefined {
    if (workspace === undefined || this.#isHere(workspace)) return path;
    return this.#brought.get(documentKey(workspace, path));
  }

  #isHere(workspace: string): boolean {
    return workspace === this.#parts.workspace;
  }
}

function documentsIn(enclosure: Enclosure | undefined): readonly KeptDocument[] {
  return enclosure?.documents ?? [];
}

function documentKey(workspace: string, path: string): string {
  return `${workspace}\0${path}`;
}
