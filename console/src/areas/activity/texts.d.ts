import 'i18next'

/** The texts of all features, merged. Their top-level keys must differ. */
declare module 'i18next' {
  interface ResourceNamespaceMap {
    activity: typeof import('./api-docs/i18n/en.json') &
      typeof import('./dead-letters/i18n/en.json') &
      typeof import('./records/i18n/en.json') &
      typeof import('./webhooks/i18n/en.json')
  }
  interface VocabularyTexts {
    activity: typeof import('./vocabulary.json')
  }
}
