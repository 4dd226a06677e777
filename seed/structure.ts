type Language = 'Romana' | 'English' | 'Maghiara';

/** Default shares of simple and multiple questions, and whether holders may change them; null leaves it open. */
type Percents = {
  readonly simple: number | null;
  readonly multiple: number | null;
  readonly editable: boolean | null;
};

export type SectionPlan = {
  readonly code: string;
  readonly name: string;
  readonly years: number;
  /** The parallel groups of every year, by letter. */
  readonly groups: Readonly<Record<string, Language | null>>;
  readonly percents?: Percents;
};

export type CollegePlan = {
  readonly code: string;
  readonly name: string;
  readonly percents: Percents;
  readonly sections: readonly SectionPlan[];
};

const romanian = { A: 'Romana' } as const;
const english = { A: 'English' } as const;
const hungarian = { A: 'Maghiara' } as const;
export const openPercents: Percents = { simple: null, multiple: null, editable: null };

/** The colleges of the demo with their sections; each section has its groups in every year of study. */
export const colleges: readonly CollegePlan[] = [
  {
    code: 'MED',
    name: 'Facultatea de Medicină',
    percents: { simple: 40, multiple: 60, editable: true },
    sections: [
      { code: 'MG', name: 'Medicină', years: 6, groups: { A: 'Romana', B: 'Romana' } },
      {
        code: 'MG-EN',
        name: 'Medicină (în limba engleză)',
        years: 6,
        groups: english,
        percents: { simple: 50, multiple: 50, editable: false },
      },
      { code: 'MG-HU', name: 'Medicină (în limba maghiară)', years: 6, groups: hungarian },
      { code: 'AMG', name: 'Asistență medicală generală', years: 4, groups: romanian },
      { code: 'BFK', name: 'Balneofiziokinetoterapie și recuperare', years: 3, groups: romanian },
    ],
  },
  {
    code: 'MD',
    name: 'Facultatea de Medicină Dentară',
    percents: { simple: 50, multiple: 50, editable: false },
    sections: [
      { code: 'MD', name: 'Medicină dentară', years: 6, groups: romanian },
      { code: 'MD-HU', name: 'Medicină dentară (în limba maghiară)', years: 6, groups: hungarian },
      {
        code: 'TD',
        name: 'Tehnică dentară',
        years: 3,
        groups: romanian,
        percents: { simple: 70, multiple: 30, editable: true },
      },
    ],
  },
  {
    code: 'FAR',
    name: 'Facultatea de Farmacie',
    percents: openPercents,
    sections: [
      { code: 'FAR', name: 'Farmacie', years: 5, groups: romanian },
      { code: 'FAR-HU', name: 'Farmacie (în limba maghiară)', years: 5, groups: hungarian },
    ],
  },
  {
    code: 'ITI',
    name: 'Facultatea de Inginerie și Tehnologia Informației',
    percents: { simple: 80, multiple: 20, editable: null },
    sections: [
      { code: 'CALC', name: 'Calculatoare', years: 4, groups: romanian },
      { code: 'AIA', name: 'Automatică și informatică aplicată', years: 4, groups: romanian },
      { code: 'IEI', name: 'Inginerie economică industrială', years: 4, groups: romanian },
    ],
  },
  {
    code: 'SL',
    name: 'Facultatea de Științe și Litere',
    percents: openPercents,
    sections: [
      { code: 'IST', name: 'Istorie', years: 3, groups: romanian },
      { code: 'LMA', name: 'Limbi moderne aplicate', years: 3, groups: { A: null } },
      { code: 'AP', name: 'Administrație publică', years: 3, groups: romanian },
    ],
  },
];
