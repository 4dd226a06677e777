/** The allowed imports. `npm run check` enforces them; tools/boundaries.test.ts proves that each rule finds a violation. */

const TEST = '\\.test\\.tsx?$';

/**
 * @param {string} name
 * @param {string} from
 * @param {string} to
 * @param {{ except?: string, unless?: string }} [limits]
 * @returns {import('dependency-cruiser').IForbiddenRuleType}
 */
const never = (name, from, to, { except, unless } = {}) => ({
  name,
  severity: 'error',
  from: { path: from, ...(except ? { pathNot: except } : {}) },
  to: { path: to, ...(unless ? { pathNot: unless } : {}) },
});

const TEST_KIT = `/testing/|${TEST}`;

/** The folders of `web/` below `app`, each with those it may import. Nothing imports upward, tests included. */
const WEB_FOLDERS = {
  base: [],
  api: ['base'],
  ui: ['base'],
  list: ['api', 'ui', 'base'],
  crud: ['list', 'api', 'ui', 'base'],
  sittings: ['list', 'api', 'ui', 'base'],
  records: ['list', 'api', 'ui', 'base'],
  features: ['crud', 'sittings', 'records', 'list', 'api', 'ui', 'base'],
};

/** A test of a screen opens the whole application: `app/testing` is the one part of `app` that features may import. */
const webRules = Object.entries(WEB_FOLDERS).map(([folder, below]) =>
  never(`web-${folder}-imports-downward`, `^web/${folder}/`, '^web/', {
    unless: `^web/(${[folder, ...below].join('|')})/${folder === 'features' ? '|^web/app/testing/' : ''}`,
  }),
);

/** The folders of `server/` that read and write the database without requests; `http` may use them. */
const STORED_DATA = ['accounts', 'appointments', 'bank', 'db', 'exams', 'jobs', 'scopes', 'settings'];

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
export const forbidden = [
  never('domain-imports-nothing', '^domain/', '.', { except: TEST, unless: '^domain/' }),
  never('domain-tests-stay-in-domain', '^domain/', '^(contract|i18n|server|web|seed|e2e|bench)/'),
  never('contract-imports-domain-only', '^contract/', '.', {
    except: TEST,
    unless: '^(contract|domain)/|(^|/)node_modules/zod/',
  }),
  never('contract-tests-stay-below', '^contract/', '^(i18n|server|web|seed|e2e|bench)/'),
  never('i18n-imports-domain-and-contract-only', '^i18n/', '.', {
    except: TEST,
    unless: '^(i18n|contract|domain)/',
  }),
  never('server-never-web', '^(server|seed)/', '^(web|e2e|bench)/'),
  never(
    'web-never-server',
    '^web/',
    '^(server|seed|tools|e2e|bench)/|^(node:)?(fs|path|crypto|os|net|http)(/|$)',
    {
      except: TEST,
    },
  ),
  never('seed-imports-stored-data', '^seed/', '^(server|i18n)/', {
    except: TEST,
    unless: '^server/(appointments|bank|db|exams|files)/',
  }),
  never('product-never-tools', '^(domain|contract|i18n|server|web|seed)/', '^(tools|soak|mutants)/', {
    except: `^server/testing/|${TEST}`,
  }),
  never('features-stay-apart', '^(server|web)/features/([^/]+)/', '^$1/features/', {
    unless: '^$1/features/$2/',
  }),
  never('server-folders-import-no-feature', '^server/[^/]+/', '^server/features/', {
    except: `^server/(features|testing)/|${TEST}`,
  }),
  never('stored-data-imports-no-http', `^server/(${STORED_DATA.join('|')})/`, '^server/http/', {
    except: TEST,
  }),
  never('http-imports-no-files', '^server/http/', '^server/files/', { except: TEST }),
  ...webRules,
  never('testing-is-for-tests', '^web/', '^web/.+/testing/', { except: TEST_KIT }),
  never('only-db-imports-the-driver', '.', '(^|/)node_modules/(@types/)?pg/', {
    except: `^server/(db|testing)/|^(bench|tools|e2e)/|${TEST}`,
  }),
  { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
  { name: 'everything-resolves', severity: 'error', from: {}, to: { couldNotResolve: true } },
];
