-- The waiting list: its e-mails are about a seat that is offered, so that there is no exam yet.
alter table appointment_mails
  alter column exam_id drop not null,
  drop constraint appointment_mails_kind_check,
  add constraint appointment_mails_kind_check
    check (kind in ('confirmation', 'change', 'cancellation', 'reminder', 'offer', 'offerEnded')),
  add constraint appointment_mails_of_exam check (exam_id is not null or kind in ('offer', 'offerEnded'));

create index waiting_places_offers on waiting_places (offered_until) where offered_until is not null;
