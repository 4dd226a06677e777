import ICAL from 'ical.js';
import { wallClockOf } from '#domain/calendar/moment.ts';

export type CalendarEntry = {
  /** Stays the same for the life of the appointment and after its deletion. */
  readonly uid: string;
  /** Increases with every change, so that calendars keep the latest one. */
  readonly sequence: number;
  readonly method: 'REQUEST' | 'CANCEL';
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly writtenAt: Date;
  readonly summary: string;
  readonly location: string;
  readonly description: string;
  readonly organizer: string;
  readonly attendee: string;
};

const timeZone = 'Europe/Bucharest';

/** The clock of Bucharest by its rules since 1997: an hour ahead from the last Sunday of March to the last one of October. */
const bucharest = [
  'BEGIN:VTIMEZONE',
  `TZID:${timeZone}`,
  'BEGIN:DAYLIGHT',
  'DTSTART:19970330T030000',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0300',
  'TZNAME:EEST',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'DTSTART:19971026T040000',
  'TZOFFSETFROM:+0300',
  'TZOFFSETTO:+0200',
  'TZNAME:EET',
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
  'END:STANDARD',
  'END:VTIMEZONE',
].join('\r\n');

/** The time on the clock of Bucharest, as calendars read it together with the zone's id. */
const localTime = (moment: Date) => ICAL.Time.fromDateTimeString(wallClockOf(moment));

/** The calendar file of an entry (RFC 5545 and 5546). */
export function calendarFile(entry: CalendarEntry): string {
  const calendar = new ICAL.Component('vcalendar');
  calendar.addPropertyWithValue('prodid', '-//Exam platform//Appointments//EN');
  calendar.addPropertyWithValue('version', '2.0');
  calendar.addPropertyWithValue('calscale', 'GREGORIAN');
  calendar.addPropertyWithValue('method', entry.method);
  calendar.addSubcomponent(ICAL.Component.fromString(bucharest));
  const event = new ICAL.Component('vevent');
  event.addPropertyWithValue('uid', entry.uid);
  event.addPropertyWithValue('sequence', entry.sequence);
  event.addPropertyWithValue('dtstamp', ICAL.Time.fromJSDate(entry.writtenAt, true));
  for (const [name, moment] of [
    ['dtstart', entry.startsAt],
    ['dtend', entry.endsAt],
  ] as const)
    event.addPropertyWithValue(name, localTime(moment)).setParameter('tzid', timeZone);
  event.addPropertyWithValue('summary', entry.summary);
  event.addPropertyWithValue('location', entry.location);
  event.addPropertyWithValue('description', entry.description);
  event.addPropertyWithValue('status', entry.method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED');
  event.addPropertyWithValue('organizer', `mailto:${entry.organizer}`);
  const attendee = event.addPropertyWithValue('attendee', `mailto:${entry.attendee}`);
  // The seat is already booked, so calendars need not ask for a reply.
  attendee.setParameter('partstat', 'ACCEPTED');
  attendee.setParameter('rsvp', 'FALSE');
  calendar.addSubcomponent(event);
  return `${calendar.toString()}\r\n`;
}
