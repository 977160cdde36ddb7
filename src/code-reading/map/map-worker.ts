import { messageOf } from '../../core/failure.ts';
import { createCodeReader } from '../code-reader.ts';
import { drawMap } from './draw-map.ts';
import { MAP_PROCESS, type MapAnswer, type MapOrder } from './map-process.ts';

const [, , word, folder] = process.argv;
if (word === MAP_PROCESS && folder !== undefined) answerParent(folder);

/** @param folder output of the build: `dist/code-reading` */
function answerParent(folder: string): void {
  const answer = (said: MapAnswer): void => void process.send?.(said);
  // The program that asked has ended or was killed: nothing takes the map any more.
  process.once('disconnect', () => process.exit());
  process.once('message', (order: MapOrder) => {
    const code = createCodeReader({ folder });
    drawMap(order, code).then(
      (files) => answer({ kind: 'drawn', files }),
      (error: unknown) => answer({ kind: 'broken', why: messageOf(error) }),
    );
  });
}
