import { z } from 'zod';
import { defineCall } from './call.ts';
import { byId, reason } from './common.ts';

export const endExam = defineCall({
  method: 'POST',
  path: 'exams/:id/end',
  summary: 'End a running official exam with a reason; saved answers count',
  access: 'exam.end',
  params: byId,
  body: z.strictObject({ reason }),
  refusals: ['resource.notFound', 'sitting.concerned', 'sitting.notRunning'],
});

const givenMinutes = z.strictObject({
  reason,
  minutes: z.int('validation.integer').min(1).max(240),
  /** Confirms the time although somebody else has the seat in the next slot. */
  seatTakenNext: z.boolean().optional(),
});

export const reopenExam = defineCall({
  method: 'POST',
  path: 'exams/:id/reopen',
  summary:
    'Reopen a finished official exam until its key opens; the minutes, and those since its deadline, become extra time',
  access: 'exam.reopen',
  params: byId,
  body: givenMinutes,
  refusals: [
    'resource.notFound',
    'sitting.concerned',
    'exam.notFinished',
    'exam.keyOpen',
    'sitting.annulled',
    'appointment.elsewhere',
    'appointment.examTwice',
    'appointment.seatTakenNext',
    'validation.failed',
  ],
});

export const creditTime = defineCall({
  method: 'POST',
  path: 'sittings/:id/creditTime',
  summary: 'Add minutes to the running exams of a sitting, with a reason, as extra time',
  access: 'exam.creditTime',
  params: byId,
  body: givenMinutes,
  refusals: [
    'resource.notFound',
    'sitting.concerned',
    'sitting.notRunning',
    'exam.keyOpen',
    'appointment.elsewhere',
    'appointment.seatTakenNext',
    'validation.failed',
  ],
});

export const annulSitting = defineCall({
  method: 'POST',
  path: 'sittings/:id/annul',
  summary: 'Annul a begun sitting with a reason: it ends, no longer counts, and the student may sit again',
  access: 'sitting.annul',
  params: byId,
  body: z.strictObject({ reason }),
  refusals: ['resource.notFound', 'sitting.concerned', 'sitting.annulled'],
});

export const restoreSitting = defineCall({
  method: 'DELETE',
  path: 'sittings/:id/annul',
  summary: 'Restore an annulled sitting, unless the student has another one',
  access: 'sitting.annul',
  params: byId,
  refusals: [
    'resource.notFound',
    'sitting.concerned',
    'sitting.notAnnulled',
    'appointment.examTwice',
    'appointment.elsewhere',
  ],
});

export const freeComputer = defineCall({
  method: 'POST',
  path: 'sittings/:id/freeComputer',
  summary: 'End the sign-ins of the student of a running sitting, so that another computer can take over',
  access: 'exam.end',
  params: byId,
  body: z.strictObject({ reason }),
  refusals: ['resource.notFound', 'sitting.concerned', 'sitting.notRunning'],
});
