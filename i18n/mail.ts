import type { Language } from './languages.ts';

type MailText = { readonly subject: string; readonly text: string };
type LinkOffer = { readonly name: string; readonly link: string; readonly minutes: number };

/** The texts of e-mails; only the server needs them, so that they are no part of the screens' catalogues. */
const setPassword: Record<Language, (offer: LinkOffer) => MailText> = {
  ro: ({ name, link, minutes }) => ({
    subject: 'Alegerea unei parole',
    text: `Bună ziua, ${name},

Pentru a vă alege o parolă pe platforma de examene, deschideți:
${link}

Legătura funcționează o singură dată, timp de ${minutes} de minute. Dacă nu ați cerut dumneavoastră acest mesaj, nu trebuie să faceți nimic.
`,
  }),
  en: ({ name, link, minutes }) => ({
    subject: 'Choosing a password',
    text: `Hello ${name},

To choose your password for the exam platform, open:
${link}

The link works once, for ${minutes} minutes. If you did not ask for this message, there is nothing you need to do.
`,
  }),
  fr: ({ name, link, minutes }) => ({
    subject: 'Choix d’un mot de passe',
    text: `Bonjour ${name},

Pour choisir votre mot de passe sur la plateforme d’examens, ouvrez :
${link}

Le lien fonctionne une seule fois, pendant ${minutes} minutes. Si vous n’avez pas demandé ce message, vous n’avez rien à faire.
`,
  }),
};

/** The message with a link for choosing a password. */
export const setPasswordMail = (language: Language, offer: LinkOffer): MailText =>
  setPassword[language](offer);
