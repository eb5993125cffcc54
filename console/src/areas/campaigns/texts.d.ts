import 'i18next'

/** The texts of all features, merged. Their top-level keys must differ. */
declare module 'i18next' {
  interface ResourceNamespaceMap {
    campaigns: typeof import('./advertisers/i18n/en.json') &
      typeof import('./campaign/i18n/en.json') &
      typeof import('./campaigns/i18n/en.json') &
      typeof import('./reviews/i18n/en.json')
  }
  interface VocabularyTexts {
    campaigns: typeof import('./vocabulary.json')
  }
}
