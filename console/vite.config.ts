import { styleNonce } from '@kinora/player/vite'
import optimizeLocales from '@react-aria/optimize-locales-plugin'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { vocabularyLanguages } from './vite-vocabulary.ts'

const api = process.env.KINORA_API ?? 'http://127.0.0.1:4000'
const served = [
  '/services',
  '/video',
  '/data',
  '/play',
  '/image',
  '/embed',
  '/watch',
  '/storage',
  '/docs',
  '/oembed',
]

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      generatedRouteTree: './src/routes.gen.ts',
      quoteStyle: 'single',
      semicolons: false,
    }),
    react(),
    tailwindcss(),
    { ...optimizeLocales.vite({ locales: ['en-US', 'ar-AE'] }), enforce: 'pre' },
    styleNonce(),
    iconWeights(['regular', 'bold', 'fill']),
    vocabularyLanguages(),
  ],
  build: {
    // The content security policy refuses fonts and images as data: URLs.
    assetsInlineLimit: 0,
    target: 'es2023',
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Modules that every page loads and that rarely change.
            {
              name: 'base',
              test: /node_modules\/(react|react-dom|scheduler|i18next|react-i18next|use-sync-external-store|@tanstack)\//,
            },
            { name: 'initial', tags: ['$initial'], priority: -1 },
            // What several screens share. Chunks below 4 kB are merged, because requests cost more than unused code.
            {
              name: 'shared',
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 4000,
              priority: -2,
            },
          ],
        },
      },
    },
  },
  server: { proxy: Object.fromEntries(served.map((path) => [path, api])) },
})

/** Phosphor puts six weights of an icon into one module; keeps the three that the console uses. */
function iconWeights(kept: readonly string[]): Plugin {
  return {
    name: 'icon-weights',
    transform: {
      filter: { id: /@phosphor-icons\/react\/dist\/defs\/\w+\.es\.js$/ },
      handler(code) {
        const entry = /\n {2}\[\n {4}"(\w+)",[\s\S]*?\n {2}\](?=,?\n)/g
        return code
          .replace(entry, (text, weight: string) => (kept.includes(weight) ? text : ''))
          .replace(/(?:,\s*)+,/g, ',')
          .replace(/\[\s*,/g, '[')
      },
    },
  }
}
