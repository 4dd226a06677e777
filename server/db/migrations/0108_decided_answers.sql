-- Which answers a corrected key decides, as bits of the bank's positions; the others keep their value. Null: all answers, for
-- corrections made before this column, also by an older version that still serves. `answers` stays the whole key that was chosen,
-- which is what an older version reads.
alter table settlements add column decided integer check (decided > 0);
alter table settlements add constraint settlements_decided_whole check (decided is null or kind = 'changeKey');
