/** The English texts of all other screens, bundled into one chunk. */
export const texts = {
  ...import.meta.glob<Record<string, string>>(
    ['../../areas/**/i18n/en.json', '!../../areas/identity/sign-in/i18n/en.json'],
    { eager: true, import: 'default' },
  ),
  ...import.meta.glob<Record<string, string>>(
    ['../../areas/*/vocabulary.json', '!../../areas/identity/vocabulary.json'],
    { eager: true, import: 'default', query: '?language=en' },
  ),
}
