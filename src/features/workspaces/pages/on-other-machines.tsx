import type { SeenCluster } from '../../../cluster/overview/seen-cluster.ts';
import type { WebRequest } from '../../../contracts/web-page.ts';
import type { ConsoleVisitors } from '../../../gateway/people/console-visitors.ts';
import { Card, Empty, When } from '../../../web-server/ui.tsx';
import { workspaceTexts } from '../texts/texts.ts';
import { ChooseForm } from './choose-form.tsx';

interface OtherMachinesProps {
  /** Undefined when the others were never seen. */
  readonly seen: SeenCluster | undefined;
  /** The cell whose page it is. */
  readonly here: string;
  readonly request: WebRequest;
  readonly visitors: Pick<ConsoleVisitors, 'mayKnow'>;
  /** Names of those that the visitor's chat can go to now. */
  readonly choices: ReadonlySet<string>;
}

/**
 * Projects of the other cells that this person may know, each with the cells that have it; also of one that is gone.
 */
export function OnOtherMachines({ seen, here, request, visitors, choices }: OtherMachinesProps) {
  const { visitor, texts, clean } = request;
  const { page } = workspaceTexts(texts);
  const projects = projectsElsewhere(seen, here).filter(({ name }) => visitors.mayKnow(visitor, name));
  const gone = new Set(seen?.members.filter(({ isAlive }) => !isAlive).map(({ name }) => name));
  const shown = (cell: string): string => clean(gone.has(cell) ? page.goneCell(cell) : cell);
  return (
    <Card id="elsewhere" title={page.elsewhere}>
      {seen === undefined || seen.isAway ? (
        <p class="trouble">
          {page.away} {seen === undefined ? null : <When atMs={seen.atMs} request={request} />}
        </p>
      ) : null}
      {projects.length === 0 ? (
        <Empty>{page.noneElsewhere}</Empty>
      ) : (
        <ul class="rows">
          {projects.map(({ name, cells }) => (
            <li>
              <span>{clean(name)}</span>
              <span class="meta">
                <span>{page.on(cells.map(shown).join(', '))}</span>
              </span>
              {choices.has(name) ? <ChooseForm name={name} request={request} /> : null}
            </li>
          ))}
        </ul>
      )}
      <p class="meta">{page.elsewhereIs}</p>
    </Card>
  );
}

interface ElsewhereProject {
  readonly name: string;
  readonly cells: readonly string[];
}

/** By name. */
function projectsElsewhere(seen: SeenCluster | undefined, here: string): readonly ElsewhereProject[] {
  const cells = new Map<string, string[]>();
  for (const { kind, name: cell, snapshot } of seen?.members ?? []) {
    if (kind === 'front' || cell === here) continue;
    for (const name of snapshot?.projects ?? []) cells.set(name, [...(cells.get(name) ?? []), cell]);
  }
  return [...cells]
    .map(([name, ofIt]) => ({ name, cells: ofIt }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}
