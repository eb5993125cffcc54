import { defineConfig } from 'vite'
import { hlsParts, styleNonce } from './vite-plugins.ts'
import { textsByLanguage } from './vite-texts.ts'

/** Builds the embed page and the share page. For each video, the server replaces the placeholders in double braces. */
export default defineConfig({
  base: '/embed/',
  plugins: [styleNonce(), hlsParts(), textsByLanguage()],
  build: {
    assetsInlineLimit: 0,
    target: 'es2023',
    rolldownOptions: { input: ['embed.html', 'watch.html'] },
  },
})
