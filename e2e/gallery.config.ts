import config from './playwright.config.ts'

const projects = [{ name: 'gallery', testMatch: '**/gallery/*.spec.ts' }]

/** The gallery alone, which needs no Kinora. */
export default { ...config, globalSetup: './gallery.ts', projects }
