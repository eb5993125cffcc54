/** The Arabic texts of all other screens, bundled into one chunk. */
export const texts = {
  ...import.meta.glob<Record<string, string>>(
    ['../../areas/**/i18n/ar.json', '!../../areas/identity/sign-in/i18n/ar.json'],
    { eager: true, import: 'default' },
  ),
  ...import.meta.glob<Record<string, string>>(
    ['../../areas/*/vocabulary.json', '!../../areas/identity/vocabulary.json'],
    { eager: true, import: 'default', query: '?language=ar' },
  ),
}
