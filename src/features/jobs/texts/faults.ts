import { faultsOf } from '../../../core/texts/faults.ts';
import { faults as english } from './faults-en.ts';
import { faults as spanish } from './faults-es.ts';

/** What goes wrong with the file or the plan of a job. */
export const jobFault = faultsOf((locale) => (locale === 'es' ? spanish : english));
