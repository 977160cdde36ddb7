import { faultsOf } from '../../../core/texts/faults.ts';
import { faults as english } from './en.ts';
import { faults as spanish } from './es.ts';

/** What goes wrong with figures. */
export const metricsFault = faultsOf({ en: () => english, es: () => spanish });
