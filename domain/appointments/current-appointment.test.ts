import { describe, expect, it } from 'vitest';
import { type AppointmentState, currentAppointment } from './current-appointment.ts';

const today = '2026-06-15';
const at = (clock: string, day = today) => Date.parse(`${day}T${clock}:00Z`);
const now = at('11:00');

type Named = AppointmentState & { readonly name: string };
const appointment = (
  name: string,
  from: string,
  to: string,
  changed: Partial<AppointmentState> = {},
): Named => {
  const examDate = changed.examDate ?? today;
  return {
    name,
    examDate,
    startsAt: at(from, examDate),
    endsAt: at(to, examDate),
    extraMinutes: 0,
    begun: false,
    finished: false,
    ...changed,
  };
};
const chosen = (...all: readonly Named[]) => [
  currentAppointment(all, now, today)?.name,
  currentAppointment(all.toReversed(), now, today)?.name,
];

const open = appointment('open', '10:30', '12:00');
const running = appointment('running', '09:00', '12:00', { begun: true });
const tonight = appointment('tonight', '18:00', '20:00');
const finished = appointment('finished', '08:00', '10:00', { begun: true, finished: true });
const missed = appointment('missed', '08:00', '10:00');
const tomorrow = appointment('tomorrow', '08:00', '10:00', { examDate: '2026-06-16' });

describe('the current appointment', () => {
  it('[EXAM-3] is undefined without appointments', () => {
    expect(currentAppointment([], now, today)).toBeUndefined();
  });

  it.each([
    ['what runs goes before what can be begun', [running, open, tonight], 'running'],
    ['what can be begun goes before what comes', [open, tonight, finished], 'open'],
    ['what comes today goes before what was finished', [tonight, finished, tomorrow], 'tonight'],
    ['what was finished today goes before what was missed', [finished, missed, tomorrow], 'finished'],
    ['what was missed today goes before what comes another day', [missed, tomorrow], 'missed'],
    ['what comes another day is better than nothing', [tomorrow], 'tomorrow'],
  ] as const)('[EXAM-3] %s, in any input order', (_rule, all, name) =>
    expect(chosen(...all)).toEqual([name, name]),
  );

  it('[EXAM-3] an unfinished exam of yesterday is still current, a finished one is not', () => {
    const overnight = appointment('overnight', '22:00', '23:59', { examDate: '2026-06-14', begun: true });
    expect(chosen(overnight, open)).toEqual(['overnight', 'overnight']);
    expect(currentAppointment([{ ...overnight, finished: true }], now, today)).toBeUndefined();
  });

  it('[EXAM-11] extra time keeps a slot open', () => {
    const over = appointment('over', '08:00', '10:50', { extraMinutes: 15 });
    expect(chosen(over, tonight)).toEqual(['over', 'over']);
    expect(chosen({ ...over, extraMinutes: 10 }, tonight)).toEqual(['tonight', 'tonight']);
  });
});
