import { join } from 'node:path'
import { hlsParts, styleNonce } from '@kinora/player/vite'
import { textsByLanguage } from '@kinora/player/vite-texts'
import optimizeLocales from '@react-aria/optimize-locales-plugin'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { iconWeights } from '../vite-icons.ts'
import { textStages } from '../vite-texts.ts'

const page = (name: string) => join(import.meta.dirname, name)

/** Only the tests build the gallery, into a folder that they name. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: page('../public'),
  plugins: [
    react(),
    tailwindcss(),
    { ...optimizeLocales.vite({ locales: ['en-US', 'ar-AE'] }), enforce: 'pre' },
    styleNonce(),
    hlsParts(),
    iconWeights(),
    textsByLanguage(),
    textStages([
      { name: 'entrance', screens: ['../gallery/main.tsx', 'app/main.tsx'] },
      {
        name: 'videos',
        screens: ['areas.gen.ts', 'routes/$environmentId/route.tsx', 'routes/$environmentId/videos.tsx'],
      },
      { name: 'video', screens: ['routes/$environmentId/videos_.$contentId.tsx'] },
    ]),
  ],
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    rolldownOptions: { input: [page('index.html'), page('screens.html')] },
  },
})
