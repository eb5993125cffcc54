/** Another copy of hls.js (`vite-plugins.ts`). */
declare module 'hls.js/dist/hls.mjs?guided' {
  export { default } from 'hls.js'
}
