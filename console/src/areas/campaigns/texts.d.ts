import 'i18next'

/** The texts of all features, merged. Their top-level keys must differ. */
declare module 'i18next' {
  interface VocabularyTexts {
    campaigns: typeof import('./vocabulary.json')
  }
}
