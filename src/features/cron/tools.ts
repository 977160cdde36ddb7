import type { CronsOfSession } from '../../contracts/cron-book.ts';
import type { AnyTool } from '../../contracts/tool.ts';
import { createCron } from '../../tools/create-cron.ts';
import { deleteCron } from '../../tools/delete-cron.ts';
import { listCrons } from '../../tools/list-crons.ts';

export function cronTools(cronsOf: CronsOfSession): readonly AnyTool[] {
  return [createCron(cronsOf), deleteCron(cronsOf), listCrons(cronsOf)];
}
