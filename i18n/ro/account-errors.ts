import type { AccountErrorCode } from '#domain/errors.ts';

export const accountErrors = {
  'account.sitting':
    '{{name}} susține acum un examen. Dezactivarea contului i-ar încheia sesiunea în timpul examenului.',
  'account.self': 'Nu îți poți dezactiva propriul cont. O poate face un alt administrator.',
  'account.disabled': 'Contul este dezactivat. Activează-l mai întâi.',
  'account.noLinkAddress': 'Nu se poate trimite niciun link: serverul a fost pornit fără PUBLIC_URL.',
  'dayPassword.noDirectory':
    'Studenții nu se autentifică prin LDAP, deci nu au nevoie de parole pentru o zi.',
  'dayPassword.past': 'Această zi a trecut.',
  'dayPassword.nobody': 'Nu este așteptat nimeni acolo.',
  'privacy.notConfirmed': 'Adresa introdusă nu este adresa acestui cont.',
  'privacy.erased': 'Datele acestei persoane au fost deja șterse.',
  'privacy.self': 'Nu îți poți șterge propriile date. O poate face un alt administrator.',
  'privacy.staff':
    '{{name}} face parte din personal. Retrageți întâi rolurile: administrator, cadru didactic, secretar.',
  'privacy.sitting': '{{name}} susține un examen chiar acum.',
  'privacy.booked': '{{name}} are o programare care nu a trecut. Anuleaz-o întâi.',
  'privacy.kept': 'Rezultatele acestei persoane trebuie să rămână legate de ea până la {{day}}.',
} satisfies Record<AccountErrorCode, string>;
