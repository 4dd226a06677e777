/** Rooms: generated rows and slots, and marked seats. */
export const rooms = {
  generate: 'Generate rows and slots',
  generateHint:
    'Rows and slots are added to the existing ones and saved at once; “Cancel” does not take them back.',
  rowCount: 'Rows',
  seatsPerRow: 'Seats per row',
  addRows_one: 'Add {{count}} row',
  addRows_other: 'Add {{count}} rows',
  moreSeatsTitle: 'Add seats to the room?',
  moreSeats: 'Seats in the room: {{before}}; with these rows: {{after}}.',
  from: 'From',
  to: 'To',
  minutes: 'Length in minutes',
  pause: 'Break in minutes',
  addSlots_one: 'Add {{count}} slot',
  addSlots_other: 'Add {{count}} slots',
  addNoSlots: 'No slot fits',
  rowsAdded_one: '{{count}} row added.',
  rowsAdded_other: '{{count}} rows added.',
  slotsAdded_one: '{{count}} slot added.',
  slotsAdded_other: '{{count}} slots added.',
  seats: 'Seats of the room',
  seatsOf: 'Seats: {{name}}',
  seatsHint:
    'Press a seat to mark it: out of order, accessible, ordinary. Seats out of order are never assigned; accessible ones are assigned last.',
  saveSeats: 'Save seats',
  seatsSaved: 'The seats of {{name}} were saved.',
};
