import type { SeenCluster } from '../../../cluster/overview/seen-cluster.ts';
import type { WebRequest } from '../../../contracts/web-page.ts';
import type { MachinesTexts } from '../texts/texts.ts';

/** What the parts of the page about machines are made of. */
export interface SeenProps {
  readonly request: WebRequest;
  readonly seen: SeenCluster;
  /** The cell whose page it is. */
  readonly here: string;
  readonly words: MachinesTexts['page'];
  /** False when there is no chat to ask in, or nothing could be done now. */
  readonly canAct: boolean;
}
