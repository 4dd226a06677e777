-- Whether the owner of an account chose the language of its mails. Until then it is that of the series they study in.
alter table users add column language_chosen boolean not null default false;

-- Students of English series whose account was created before the series decided.
update users u set language = 'en'
 where u.language = 'ro' and exists (select from students s join series r on r.id = s.series_id
                                      where s.user_id = u.id and r.lang_code = 'English')
   and not exists (select from students s join series r on r.id = s.series_id
                    where s.user_id = u.id and r.lang_code is distinct from 'English');
