/** All Telugu texts, bundled into one chunk. */
export const texts = {
  ...import.meta.glob<Record<string, unknown>>('../../**/i18n/te.json', { eager: true, import: 'default' }),
  ...import.meta.glob<Record<string, unknown>>('../../areas/*/vocabulary.json', {
    eager: true,
    import: 'default',
    query: '?language=te',
  }),
}
