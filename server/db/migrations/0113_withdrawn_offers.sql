-- A student is told when the seat they are offered goes out of order.
alter table appointment_mails
  drop constraint appointment_mails_kind_check,
  add constraint appointment_mails_kind_check
    check (kind in ('confirmation', 'change', 'cancellation', 'reminder', 'offer', 'offerEnded', 'offerWithdrawn', 'waitingEnded')),
  drop constraint appointment_mails_of_exam,
  add constraint appointment_mails_of_exam
    check (exam_id is not null or kind in ('offer', 'offerEnded', 'offerWithdrawn', 'waitingEnded'));
