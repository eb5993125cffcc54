/** Every text in this language, in one file of the build. */
export const texts = import.meta.glob<Record<string, unknown>>('../../**/i18n/ar.json', {
  eager: true,
  import: 'default',
})
