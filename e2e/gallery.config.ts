import config from './playwright.config.ts'

/** The gallery alone, which needs no Kinora. */
export default { ...config, globalSetup: './gallery.ts', testMatch: '**/gallery/*.spec.ts' }
