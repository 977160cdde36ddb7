import type { AnyTool } from '../../../contracts/tool.ts';
import { createCron } from './create-cron.ts';
import { deleteCron } from './delete-cron.ts';
import { listCrons } from './list-crons.ts';
import type { CronsOfSession } from './session-crons-contract.ts';

export function cronTools(cronsOf: CronsOfSession): readonly AnyTool[] {
  return [createCron(cronsOf), deleteCron(cronsOf), listCrons(cronsOf)];
}
