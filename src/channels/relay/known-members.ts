import * as z from 'zod';
import { type CellName, cellName, type FrontName } from '../../cluster/names.ts';
import { allMembers } from '../../cluster/placement/membership.ts';
import type { SqlSession } from '../../cluster/sql.ts';
import type { OtherCell } from './relay-channel.ts';

const CellFacts = z.object({ projects: z.array(z.string()) });

const FrontFacts = z.object({
  own: z.object({ phone: z.string().optional(), lid: z.string().optional() }),
});

type OwnAddresses = z.infer<typeof FrontFacts>['own'];

/** The known state of the other members: as of the last look, which also holds while PostgreSQL is away. */
export class KnownMembers {
  readonly #cluster: SqlSession;
  readonly #cell: CellName;
  #cells: readonly OtherCell[] = [];
  #own: ReadonlyMap<string, OwnAddresses> = new Map();

  constructor(cluster: SqlSession, cell: CellName) {
    this.#cluster = cluster;
    this.#cell = cell;
  }

  async look(): Promise<void> {
    const all = await allMembers(this.#cluster);
    this.#cells = all.flatMap(({ kind, name, facts, isAlive, isDraining }) => {
      const isOther = kind === 'cell' && name !== this.#cell && isAlive && !isDraining;
      const cell = isOther ? cellName(name) : undefined;
      const read = CellFacts.safeParse(facts);
      return cell === undefined || !read.success ? [] : [{ cell, projects: read.data.projects }];
    });
    const fronts = all.filter(({ kind }) => kind === 'front');
    this.#own = new Map(
      fronts.flatMap(({ name, facts }) => {
        const read = FrontFacts.safeParse(facts);
        return read.success ? [[name, read.data.own] as const] : [];
      }),
    );
  }

  /** The living cells that take chats. */
  cells(): readonly OtherCell[] {
    return this.#cells;
  }

  /** The addresses of the number that a front has; undefined until the front has reported them. */
  ownAddresses(front: FrontName): OwnAddresses | undefined {
    return this.#own.get(front);
  }
}
