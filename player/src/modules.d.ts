/** Another copy of hls.js (`vite-plugins.ts`). */
declare module 'hls.js/dist/hls.mjs?guided' {
  export { default } from 'hls.js'
}
/** Texts of one language (`vite-texts.ts`). */
declare module '*/texts.json?en' {
  const texts: unknown
  export default texts
}
declare module '*/texts.json?hi' {
  const texts: unknown
  export default texts
}
declare module '*/texts.json?ar' {
  const texts: unknown
  export default texts
}
declare module '*/texts.json?te' {
  const texts: unknown
  export default texts
}
