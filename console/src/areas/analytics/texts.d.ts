import 'i18next'

/** The merged texts of all features. Their top-level keys must differ. */
declare module 'i18next' {
  interface ResourceNamespaceMap {
    analytics: typeof import('./overview/i18n/en.json') &
      typeof import('./ads/i18n/en.json') &
      typeof import('./annotations/i18n/en.json') &
      typeof import('./exports/i18n/en.json') &
      typeof import('./favourites/i18n/en.json') &
      typeof import('./map/i18n/en.json') &
      typeof import('./video/i18n/en.json')
  }
  interface VocabularyTexts {
    analytics: typeof import('./vocabulary.json')
  }
}
