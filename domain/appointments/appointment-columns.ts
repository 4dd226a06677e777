/** The columns of the list of appointments, in their order. */
export const appointmentColumns = [
  'id',
  'studentName',
  'nrMatricol',
  'year',
  'examCustom',
  'examDate',
  'examSession',
  'examRoom',
  'examRoomSlot',
  'examRow',
  'seatNumber',
  'extraTime',
] as const;
export type AppointmentColumn = (typeof appointmentColumns)[number];
