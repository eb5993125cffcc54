import { defineConfig } from 'vite'
import { styleNonce } from './vite-style-nonce.ts'

/** Builds the embed page and the share page. For each video, the server replaces the placeholders in double braces. */
export default defineConfig({
  base: '/embed/',
  plugins: [styleNonce()],
  build: {
    assetsInlineLimit: 0,
    target: 'es2023',
    rolldownOptions: { input: ['embed.html', 'watch.html'] },
  },
})
