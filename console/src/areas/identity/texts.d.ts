import 'i18next'

/** The texts of all features, merged. Their top-level keys must differ. */
declare module 'i18next' {
  interface ResourceNamespaceMap {
    identity: typeof import('./account/i18n/en.json') &
      typeof import('./administration/i18n/en.json') &
      typeof import('./invitations/i18n/en.json') &
      typeof import('./members/i18n/en.json') &
      typeof import('./organizations/i18n/en.json') &
      typeof import('./roles/i18n/en.json') &
      typeof import('./sign-in/i18n/en.json') &
      typeof import('./signing-keys/i18n/en.json') &
      typeof import('./tokens/i18n/en.json')
  }
  interface VocabularyTexts {
    identity: typeof import('./vocabulary.json')
  }
}
