import type { faultTexts as english } from '../en/faults.ts';
import { channelsFaults } from './faults/channels.ts';
import { databaseFaults } from './faults/database.ts';
import { gitFaults } from './faults/git.ts';
import { machinesFaults } from './faults/machines.ts';
import { modelsFaults } from './faults/models.ts';
import { programFaults } from './faults/program.ts';
import { settingsFaults } from './faults/settings.ts';

export const faultTexts: typeof english = {
  ...databaseFaults,
  ...gitFaults,
  ...channelsFaults,
  ...machinesFaults,
  ...programFaults,
  ...settingsFaults,
  ...modelsFaults,
};
