import type { AccountErrorCode } from '#domain/errors.ts';

export const accountErrors = {
  'account.sitting':
    '{{name}} susține acum un examen. Dezactivarea contului i-ar încheia sesiunea în timpul examenului.',
  'account.self': 'Nu vă puteți dezactiva propriul cont. O poate face un alt administrator.',
  'account.disabled': 'Contul este dezactivat. Activați-l mai întâi.',
  'account.noLinkAddress': 'Nu se poate trimite niciun link: serverul a fost pornit fără PUBLIC_URL.',
  'dayPassword.noDirectory':
    'Studenții nu se autentifică prin LDAP, deci nu au nevoie de parole pentru o zi.',
  'dayPassword.past': 'Această zi a trecut.',
  'dayPassword.nobody': 'Nu este așteptat nimeni acolo.',
} satisfies Record<AccountErrorCode, string>;
