-- A chapter that the structure draws nothing from is on no paper: adding, changing or deleting it keeps the waiting papers.
drop trigger waiting_papers_are_stale on chapter_structures;
drop trigger waiting_papers_are_stale_when_changed on chapter_structures;
create trigger waiting_papers_are_stale_when_added after insert on chapter_structures for each row
  when (new.questions > 0) execute function waiting_papers_are_stale('discipline_id');
create trigger waiting_papers_are_stale_when_removed after delete on chapter_structures for each row
  when (old.questions > 0) execute function waiting_papers_are_stale('discipline_id');
create trigger waiting_papers_are_stale_when_changed before update on chapter_structures for each row
  when ((old.questions, old.percent_simple) is distinct from (new.questions, new.percent_simple)
        and (old.questions > 0 or new.questions > 0))
  execute function waiting_papers_are_stale('discipline_id');
