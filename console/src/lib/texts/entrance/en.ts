/** The English texts of the screens before sign-in, bundled into one chunk. */
export const texts = {
  ...import.meta.glob<Record<string, string>>(
    ['../../../{app,lib,ui}/i18n/en.json', '../../../areas/identity/sign-in/i18n/en.json'],
    { eager: true, import: 'default' },
  ),
  ...import.meta.glob<Record<string, string>>('../../../areas/identity/vocabulary.json', {
    eager: true,
    import: 'default',
    query: '?language=en',
  }),
}
