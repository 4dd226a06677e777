import { beforeNoun } from './fill-in.ts';
import type { Language } from './languages.ts';

type MailText = { readonly subject: string; readonly text: string };
type Invitation = { readonly name: string; readonly link: string; readonly days: number };
type LinkOffer = { readonly name: string; readonly link: string; readonly minutes: number };

/** The texts of e-mails; only the server needs them, so the catalogues of the screens do not include them. */
const setPassword: Record<Language, (offer: LinkOffer) => MailText> = {
  ro: ({ name, link, minutes }) => ({
    subject: 'Alegerea unei parole',
    text: `Bună ziua, ${name},

Pentru a vă alege o parolă pe platforma de examene, deschideți:
${link}

Linkul funcționează o singură dată, timp de ${beforeNoun(minutes)} minute. Dacă nu ați cerut dumneavoastră acest mesaj, nu trebuie să faceți nimic.
`,
  }),
  en: ({ name, link, minutes }) => ({
    subject: 'Choosing a password',
    text: `Hello ${name},

To choose your password for the exam platform, open:
${link}

The link works once, for ${minutes} minutes. If you did not ask for this message, you do not need to do anything.
`,
  }),
  fr: ({ name, link, minutes }) => ({
    subject: 'Choix d’un mot de passe',
    text: `Bonjour ${name},

Pour choisir votre mot de passe sur la plateforme d’examens, ouvrez :
${link}

Le lien fonctionne une seule fois, pendant ${minutes} minutes. Si vous n’avez pas demandé ce message, vous n’avez rien à faire.
`,
  }),
};

const invitation: Record<Language, (offer: Invitation) => MailText> = {
  ro: ({ name, link, days }) => ({
    subject: 'Contul dumneavoastră pe platforma de examene',
    text: `Bună ziua, ${name},

Aveți un cont pe platforma de examene a universității. Pentru a vă alege parola, deschideți:
${link}

Linkul funcționează o singură dată, timp de ${beforeNoun(days)} zile. După aceea puteți cere altul de pe pagina de autentificare.
`,
  }),
  en: ({ name, link, days }) => ({
    subject: 'Your account on the exam platform',
    text: `Hello ${name},

You have an account on the university’s exam platform. To choose your password, open:
${link}

The link works once, for ${days} days. After that you can ask for another one on the sign-in page.
`,
  }),
  fr: ({ name, link, days }) => ({
    subject: 'Votre compte sur la plateforme d’examens',
    text: `Bonjour ${name},

Vous avez un compte sur la plateforme d’examens de l’université. Pour choisir votre mot de passe, ouvrez :
${link}

Le lien fonctionne une seule fois, pendant ${days} jours. Ensuite, vous pouvez en demander un autre sur la page de connexion.
`,
  }),
};

const testMail: Record<Language, MailText> = {
  ro: {
    subject: 'Mesaj de probă',
    text: 'Acest mesaj arată că platforma de examene poate trimite e-mailuri. Nu trebuie să faceți nimic.\n',
  },
  en: {
    subject: 'Test message',
    text: 'This message shows that the exam platform can send e-mail. You do not need to do anything.\n',
  },
  fr: {
    subject: 'Message d’essai',
    text: 'Ce message montre que la plateforme d’examens peut envoyer des e-mails. Vous n’avez rien à faire.\n',
  },
};

/** The message that an administrator sends to themselves to test the mail server. */
export const testMailText = (language: Language): MailText => testMail[language];

/** The first message to a user who was added or imported. */
export const invitationMail = (language: Language, offer: Invitation): MailText =>
  invitation[language](offer);

/** The message with a link for choosing a password. */
export const setPasswordMail = (language: Language, offer: LinkOffer): MailText =>
  setPassword[language](offer);
