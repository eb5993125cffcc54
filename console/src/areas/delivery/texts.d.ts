import 'i18next'

declare module 'i18next' {
  interface VocabularyTexts {
    delivery: typeof import('./vocabulary.json')
  }
}
