-- What is in a recording: its pieces with their times and places, and the pauses. Null in recordings stored before;
-- it is then read from the events.
alter table recordings add column outline jsonb;
