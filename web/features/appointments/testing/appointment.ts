import type { Appointment } from '#contract/appointments.ts';

/** An appointment as the server sends it. */
export const appointment = (id: number, studentName: string, state: Appointment['state']): Appointment => ({
  ...{ id, examId: id, studentId: id, studentName, nrMatricol: `M${id}`, year: 3, state },
  ...{ examCustomId: 1, examCustom: 'Anatomie', examDate: '2026-02-03' },
  ...{ examSessionId: 1, examSession: 'Iarnă' },
  ...{ examRoomId: 1, examRoom: 'Sala 12', building: 'A', examRoomSlotId: 1, examRoomSlot: '08:00' },
  ...{ endHour: '10:00', examRow: 1, seatNumber: id, extraTime: 0, extraTimeReason: null },
  ...{ changeableUntil: '2026-02-02T08:00:00Z', mail: 'sent' },
});
