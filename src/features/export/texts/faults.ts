import { faultsOf } from '../../../core/texts/faults.ts';
import { faults as english } from './en.ts';
import { faults as spanish } from './es.ts';

/** What goes wrong with an export. */
export const exportFault = faultsOf({ en: () => english, es: () => spanish });
