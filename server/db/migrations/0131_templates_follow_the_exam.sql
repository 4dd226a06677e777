-- What a custom exam asks: its parts, their order, counts and percents, and the chapters of its disciplines. Two equal values ask
-- the same; names, credits and the duration do not count.
create function custom_exam_asked(exam integer) returns text language sql stable as $$
  select md5(coalesce(string_agg(
           concat_ws(' ', p.id, p.position, coalesce(p.percent_simple::text, '-'), a.discipline_id, a.position, a.questions,
                     (select string_agg(concat_ws(':', s.chapter_id, s.questions, s.percent_simple), ',' order by s.chapter_id)
                        from chapter_structures s join chapters c on c.id = s.chapter_id and c.removed_at is null
                       where s.discipline_id = a.discipline_id and s.questions > 0)),
           ';' order by p.position, p.id, a.position), ''))
    from custom_exam_parts p join custom_exam_disciplines a on a.part_id = p.id where p.custom_exam_id = exam
$$;

-- A template is given to students only while the exam asks what it asked when the template was made.
alter table template_groups add column asked text not null default '';
update template_groups t set asked = custom_exam_asked(t.custom_exam_id)
 where not exists (
   select from (select p.id, p.position, sum(a.questions) as questions
                  from custom_exam_parts p join custom_exam_disciplines a on a.part_id = p.id
                 where p.custom_exam_id = t.custom_exam_id group by p.id) p
     full join (select e.part_id, e.position, count(*) as questions
                  from template_exams e join template_questions q on q.template_exam_id = e.id
                 where e.template_group_id = t.id group by e.id) e
       on e.part_id = p.id and e.position = p.position and e.questions = p.questions
    where p.id is null or e.part_id is null);

-- Who does not say what was asked means what is asked now.
create function template_asks() returns trigger language plpgsql as $$
begin
  if new.asked = '' then
    new.asked := custom_exam_asked(new.custom_exam_id);
  end if;
  return new;
end $$;
create trigger template_asks before insert on template_groups for each row execute function template_asks();
