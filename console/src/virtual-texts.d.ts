/** Made by `vite-texts.ts` from the stages in `vite.config.ts`. */
declare module 'virtual:texts' {
  type Texts = import('./lib/texts/translator').Texts
  type Language = import('./lib/languages').Language

  const load: Readonly<
    Record<'entrance' | 'videos' | 'video' | 'rest', Record<Language, () => Promise<{ default: Texts }>>>
  >
  export default load
}
