import { defineConfig } from 'vite'

/** Builds the page of embedded reports beside those of the player. In one build they would share chunks, and each would
 * load code of the other. The server replaces the placeholders in double braces. */
export default defineConfig({
  base: '/embed/',
  build: {
    emptyOutDir: false,
    assetsInlineLimit: 0,
    target: 'es2023',
    modulePreload: { polyfill: false },
    rolldownOptions: { input: 'report.html' },
  },
})
