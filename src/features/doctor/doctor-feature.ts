import type { Feature } from '../../contracts/feature.ts';
import { type DoctorPorts, doctorActions } from './actions.ts';
import { doctorCommand } from './doctor-command.ts';

/** Whether everything works, and what to do about what does not: `/doctor`. */
export function doctorFeature(ports: DoctorPorts): Feature {
  return { name: 'doctor', commands: [doctorCommand], actions: doctorActions(ports) };
}
