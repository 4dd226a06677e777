import { appointmentColumns } from './appointment-columns.ts';
import { appointments } from './appointments.ts';
import { office } from './office.ts';
import { rooms } from './rooms.ts';
import { schedule } from './schedule.ts';

/** The French texts that come with appointments. */
export const booking = { appointmentColumns, appointments, office, rooms, schedule };
