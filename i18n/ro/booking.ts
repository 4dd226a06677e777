import { appointmentColumns } from './appointment-columns.ts';
import { appointments } from './appointments.ts';
import { office } from './office.ts';
import { rooms } from './rooms.ts';
import { schedule } from './schedule.ts';
import { waitingErrors } from './waiting-errors.ts';

/** The Romanian texts that come with appointments. */
export const booking = { appointmentColumns, appointments, office, rooms, schedule, errors: waitingErrors };
