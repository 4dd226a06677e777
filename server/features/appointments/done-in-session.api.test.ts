import { expect, it } from 'vitest';
import type { BookableExam } from '#contract/booking.ts';
import type { SignedInPerson } from '#server/testing/accounts.ts';
import { aContestedExam, aFinishedExam } from '#server/testing/contestations.ts';
import { aCandidate, aSession } from '#server/testing/exams.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { useTestServer } from '#server/testing/server.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');
const twoDaysAgo = { from: -2 * 24 * 60, to: -2 * 24 * 60 + 60 };

it('[APPT-2] an exam sat or missed on an earlier day of a session is offered again only in another session', async () => {
  const contested = await aContestedExam(server);
  const { exam, sessionId } = contested;
  const sat = await aFinishedExam(server, contested);
  const missed = await aCandidate(server, exam, { sessionId, ...twoDaysAgo });
  const nextId = await aSession(server);
  const bookable = async (who: SignedInPerson, of = '') => {
    const [offered] = (await who.get(`bookableExams${of}`)).json<{ exams: BookableExam[] }>().exams;
    return {
      open: offered?.sessions.filter(({ isOpen }) => isOpen).map(({ id }) => id),
      done: offered?.appointments.map(({ examSessionId, state }) => [examSessionId, state]),
    };
  };
  expect(await bookable(sat.student)).toEqual({ open: [nextId], done: [[sessionId, 'finished']] });
  expect(await bookable(missed)).toEqual({ open: [nextId], done: [[sessionId, 'missed']] });
  for (const who of [sat.student, missed]) {
    const path = `freeDays?examCustomId=${exam.id}`;
    expect(errorOf(await who.get(`${path}&examSessionId=${sessionId}`))).toEqual([
      409,
      'appointment.examTwice',
    ]);
    expect((await who.get(`${path}&examSessionId=${nextId}`)).statusCode).toBe(200);
  }
  // The office moves a missed one, also inside its session; it does not book a second one there.
  const { studentId } = missed.student;
  expect((await bookable(admin, `?studentId=${studentId}`)).open).toContain(sessionId);
  const days = `freeDays?examCustomId=${exam.id}&examSessionId=${sessionId}&studentId=${studentId}`;
  expect((await admin.get(`${days}&appointmentId=${missed.appointment.id}`)).statusCode).toBe(200);
  expect(errorOf(await admin.get(days))).toEqual([409, 'appointment.examTwice']);
});
