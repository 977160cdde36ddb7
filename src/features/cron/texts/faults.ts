import { faultsOf } from '../../../core/texts/faults.ts';
import { faults as english } from './faults-en.ts';
import { faults as spanish } from './faults-es.ts';

/** What is wrong with a schedule, or with what should happen then. */
export const cronFault = faultsOf((locale) => (locale === 'es' ? spanish : english));
