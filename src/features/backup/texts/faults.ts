import { faultsOf } from '../../../core/texts/faults.ts';
import { faults as english } from './en.ts';
import { faults as spanish } from './es.ts';

/** What goes wrong with a backup or its restore. */
export const backupFault = faultsOf({ en: () => english, es: () => spanish });
