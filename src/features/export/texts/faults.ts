import { faultsOf } from '../../../core/texts/faults.ts';
import { faults as english } from './faults-en.ts';
import { faults as spanish } from './faults-es.ts';

/** What goes wrong with an export. */
export const exportFault = faultsOf((locale) => (locale === 'es' ? spanish : english));
