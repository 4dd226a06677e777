import { describe, expect, it } from 'vitest';
import { logTextIn } from './log-catalogues.ts';

const [ro, en, fr] = [logTextIn('ro'), logTextIn('en'), logTextIn('fr')];

describe('[ADMIN-2] log entries in words', () => {
  it('[ADMIN-2] shows codes of the database in the language of the reader', () => {
    const change = { field: 'status', before: 'DP', after: 'RS' };
    expect(ro.change('exam_contests', change)).toBe('starea: depusă → respinsă');
    expect(en.change('exam_contests', change)).toBe('status: submitted → rejected');
    expect(fr.change('exam_contests', change)).toMatch(/: déposée → rejetée$/);
    expect(en.value('FULL_MATCH', { entity: 'exam_sessions', field: 'scoring_mode' })).toBe(
      'each right decision counts',
    );
  });

  it('[ADMIN-2] shows a text that people wrote as it is, also when it looks like a code', () => {
    expect(en.value('RN', { entity: 'exam_contest_questions', field: 'reason' })).toBe(
      'inappropriate response',
    );
    expect(en.value('RN', { entity: 'settlements', field: 'reason' })).toBe('RN');
    expect(en.value('DP', { entity: 'rooms', field: 'name' })).toBe('DP');
  });

  it('[ADMIN-2] names a setting as the configuration does, and its values', () => {
    expect(en.subject({ entity: 'settings', subject: 'allowExams' })).toBe(
      'Students can book and simulate exams',
    );
    expect(ro.subject({ entity: 'secrets', subject: 'smtpPassword' })).toBe('Parolă');
    expect(en.subject({ entity: 'rooms', subject: 'allowExams' })).toBe('allowExams');
    expect(en.change('settings', { field: 'value', before: true, after: false })).toBe('value: on → off');
    expect(ro.change('settings', { field: 'value', before: '', after: 'mail.ro' })).toMatch(
      /: gol → mail\.ro$/,
    );
    expect(en.value('zoomScale', { entity: 'settings', field: 'key' })).toBe('Zoom of images');
  });

  it('[ADMIN-2] shows dates, times, yes and no, and sets of answers', () => {
    expect(ro.value('2026-11-17')).toBe('17/11/2026');
    expect(ro.value('2026-11-17T08:30:00.5+00:00')).toBe('17/11/2026 10:30');
    expect(ro.value('09:00:00', { entity: 'room_slots', field: 'start_hour' })).toBe('09:00');
    expect(ro.value(true, { entity: 'exam_sessions', field: 'simulation' })).toBe('da');
    expect(en.value(5, { entity: 'question_keys', field: 'correct' })).toBe('A, C');
    expect(en.value(0, { entity: 'exam_contest_questions', field: 'ticked' })).toBe('–');
    expect(en.value(5, { entity: 'rooms', field: 'seats' })).toBe('5');
  });
});
