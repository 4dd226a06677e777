/** The password of every demo account. */
export const demoPassword = 'exam-demo-2026';

/** Its argon2id hash, computed once so loading is fast and deterministic. */
export const demoPasswordHash =
  '$argon2id$v=19$m=19456,t=2,p=1$YSBzbWFsbCBiZWxpZXZhYg$BgotaCuX2yFv9fqgVEusSvrVD9KDIgZtNgiL2pEuEpo';

/** The named accounts of the demo; `role` is a label and grants nothing. */
export const demoAccounts = [
  { email: 'admin@exam.test', role: 'administrator', name: 'Mihai Stoica' },
  { email: 'dean@exam.test', role: "dean's office", name: 'Prof. univ. dr. Ileana Brădescu' },
  { email: 'teacher@exam.test', role: 'teacher, holder', name: 'Prof. univ. dr. Radu Câmpean' },
  { email: 'collaborator@exam.test', role: 'teacher, collaborator', name: 'Asist. univ. dr. Ioana Țăranu' },
  { email: 'secretary@exam.test', role: 'secretary', name: 'Dorina Șerban' },
  { email: 'general.secretary@exam.test', role: 'general secretary', name: 'Viorica Hâncu' },
  { email: 'student@exam.test', role: 'student', name: 'Andreea Mureșan' },
  { email: 'student2@exam.test', role: 'student without appointments', name: 'Tudor Ștefănescu' },
  { email: 'student3@exam.test', role: 'student of two colleges', name: 'Kinga Székely' },
] as const;

export type DemoEmail = (typeof demoAccounts)[number]['email'];

/** The dean's office of the demo. */
export const demoDeanEmails: readonly string[] = ['dean@exam.test'];
