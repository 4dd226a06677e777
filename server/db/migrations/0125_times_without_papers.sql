-- The sheet of an exam, as before; what staff entered from a paper says nothing about the time a student spent.
create or replace function answer_sheet(exam integer) returns text language sql stable as $$
  select string_agg(q.question_version_id || ' ' || q.ticks || ' ' || q.kind::text || ' ' || array_to_string(q.slots, '.')
           || ' ' || coalesce(t.spent::text, ''), ',' order by q.position)
    from exam_questions q
    left join (
      select position, round(sum(extract(epoch from gap)) * 1000)::bigint as spent
        from (select position, at - lag(at) over (order by at) as gap
                from exam_events where exam_id = exam and kind not in ('l', 'o') and not coalesce(client ? 'paper', false)) v
       where position is not null and gap < interval '30 minutes' group by position) t on t.position = q.position
   where q.exam_id = exam
$$;

update answer_sheets s set answers = answer_sheet(s.exam_id)
 where exists (select from exam_events v where v.exam_id = s.exam_id and v.client ? 'paper');
