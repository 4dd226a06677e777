import { beforeEach, expect, it } from 'vitest';
import type { Appointment } from '#contract/appointments.ts';
import type { CustomExamItem } from '#contract/custom-exams.ts';
import { aBookableRoom, aBooker, dayFromToday, slotIn } from '#server/testing/booking.ts';
import { aCustomExam, aSession } from '#server/testing/exams.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';
import { mailEnvironment, useTestMailServer } from '#server/testing/smtp.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';
import { sendAppointmentMails } from './mail-job.ts';

const mail = useTestMailServer({});
const server = useTestServer(() => ({ environment: { ...mailEnvironment(mail), INSTITUTION: 'umfst' } }));
const admin = useSignedInAs(server, 'admin');
beforeEach(() => {
  mail.received.length = 0;
});

const send = () => sendAppointmentMails(server.services);
const calendarValue = (name: string) =>
  new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(mail.received.at(-1)?.calendar?.text ?? '')?.[1];

it('[APPT-6] [APPT-12] a new name of the exam is announced, and no other change of it', async () => {
  const exam = await aCustomExam(server, { questions: 2, minutes: 60, name: 'Farmacologie' });
  await aSession(server);
  const room = await aBookableRoom(admin, { rows: [2] });
  const booker = await aBooker(server, exam);
  const slotOnDay = slotIn(exam, await dayFromToday(server, 3), room)();
  const { examId } = (await booker.post('appointments', slotOnDay)).json<Appointment>();
  expect(await send()).toBe(1);
  const save = async (changed: Partial<CustomExamItem>) => {
    const item = (await admin.get(`examCustom/${exam.id}`)).json<CustomExamItem>();
    const saved = await admin.put(`examCustom/${exam.id}`, { ...item, ...changed });
    expect(saved.statusCode, saved.body).toBe(200);
  };

  await save({ examDuration: 50 });
  expect(await send()).toBe(0);
  await save({ examName: 'Farmacologie clinică' });
  expect(await send()).toBe(1);
  expect(mail.received.at(-1)).toMatchObject({
    to: [booker.student.email],
    subject: 'Programare modificată: Farmacologie clinică',
  });
  expect(['UID', 'SEQUENCE', 'SUMMARY'].map(calendarValue)).toEqual([
    `exam-${examId}@umfst`,
    '1',
    'Farmacologie clinică',
  ]);
});

it('[APPT-6] time credited by reopening an exam raises no number of the calendar entry; the change that is mailed does', async () => {
  const sat = await aRunningExam(server, await aCustomExam(server, { questions: 2 }));
  await sat.finish();
  const reopened = await admin.post(`exams/${sat.exam.id}/reopen`, { reason: 'Pană de curent', minutes: 5 });
  expect(reopened.statusCode, reopened.body).toBe(204);
  expect(await send()).toBe(0);
  const path = `appointments/${sat.appointment.id}`;
  const { extraTime } = (await admin.get(path)).json<Appointment>();
  const given = { extraTime: extraTime + 10, extraTimeReason: 'Certificat medical' };
  expect((await admin.put(path, given)).statusCode).toBe(200);
  expect(await send()).toBe(1);
  expect(calendarValue('SEQUENCE')).toBe('1');
});
