import { defineConfig } from 'vite'
import { styleNonce } from './vite-style-nonce.ts'

/** Builds the embed page and the page to share: the server fills in what stands in double braces for each video. */
export default defineConfig({
  base: '/embed/',
  plugins: [styleNonce()],
  build: {
    assetsInlineLimit: 0,
    target: 'es2023',
    rolldownOptions: { input: ['embed.html', 'watch.html'] },
  },
})
