import { faultsOf } from '../../../core/texts/faults.ts';
import { faults as english } from './faults-en.ts';
import { faults as spanish } from './faults-es.ts';

/** What goes wrong with figures. */
export const metricsFault = faultsOf((locale) => (locale === 'es' ? spanish : english));
