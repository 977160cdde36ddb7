import { channelsFaults } from './faults/channels.ts';
import { databaseFaults } from './faults/database.ts';
import { gitFaults } from './faults/git.ts';
import { machinesFaults } from './faults/machines.ts';
import { modelsFaults } from './faults/models.ts';
import { programFaults } from './faults/program.ts';
import { settingsFaults } from './faults/settings.ts';

/** Why something failed, by the name of the rule that found it. */
export const faultTexts = {
  ...databaseFaults,
  ...gitFaults,
  ...channelsFaults,
  ...machinesFaults,
  ...programFaults,
  ...settingsFaults,
  ...modelsFaults,
};
