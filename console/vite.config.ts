import { hlsParts, styleNonce } from '@kinora/player/vite'
import { textsByLanguage } from '@kinora/player/vite-texts'
import optimizeLocales from '@react-aria/optimize-locales-plugin'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunksOf } from './vite-chunks.ts'
import { iconWeights } from './vite-icons.ts'
import { textStages } from './vite-texts.ts'

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

const screen = (name: string) => new RegExp(`/routes/\\$environmentId/${name}\\.tsx\\?tsr-split=component`)
const chunks = chunksOf([
  {
    name: 'entrance',
    files: [/\/console\/index\.html$/, /\/src\/app\/main\.tsx$/, /\/routes\/signin\.tsx\?tsr-split/],
  },
  { name: 'shell', files: [/\/routes\.gen\.ts$/, screen('route'), /\/uploads\/tray\.tsx$/] },
  {
    name: 'screens',
    files: [screen('videos')],
    // The strip of frames is in a chunk that a video loads.
    sharedWith: [screen('videos_\\.\\$contentId'), /\/timeline\/strip\.tsx$/],
  },
  { name: 'videos', files: [screen('videos')] },
  { name: 'video', files: [screen('videos_\\.\\$contentId')] },
  { name: 'popovers', files: [/\/ui\/(?:popover|menu-body|one-filter-list|tooltip-body|dialog)\.tsx$/] },
  // Of videos and live streams.
  { name: 'player', files: [/\/playback\/player-host\.tsx$/, /\/player\/src\/index\.ts$/] },
  // Used by screens that share little else: merged with others, chunks would import each other.
  { name: 'rights', files: [/\/contract\/src\/(?:permissions|vocabularies)\.ts$/] },
  { name: 'fields', files: [/\/ui\/(?:form-dialog|combo-box|code-block|leave-guard)\.tsx$/] },
  { name: 'ends', files: [/\/areas\/vconnect\/bay\/(?:end-menu|link-status)\.tsx$/] },
  { name: 'live', files: [/\/areas\/live\/streams\/stream-menu\.tsx$/] },
  { name: 'ads', files: [/\/areas\/ads\/channels\/channel-(?:menu|columns)\.tsx$/] },
])

const texts = textStages([
  { name: 'entrance', screens: ['app/main.tsx'] },
  {
    name: 'videos',
    screens: ['areas.gen.ts', 'routes/$environmentId/route.tsx', 'routes/$environmentId/videos.tsx'],
  },
  { name: 'video', screens: ['routes/$environmentId/videos_.$contentId.tsx'] },
])

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      codeSplittingOptions: {
        // What a screen asks for loads with the screen, so that a screen adds only its address to the first load.
        defaultBehavior: [['component', 'loader']],
        // Except that of videos, which people open first: it is asked for while its screen loads.
        splitBehavior: ({ routeId }) =>
          routeId === '/$environmentId/videos_/$contentId' ? [['component']] : undefined,
      },
      generatedRouteTree: './src/routes.gen.ts',
      quoteStyle: 'single',
      semicolons: false,
    }),
    react(),
    tailwindcss(),
    { ...optimizeLocales.vite({ locales: ['en-US', 'ar-AE'] }), enforce: 'pre' },
    styleNonce(),
    hlsParts(),
    iconWeights(),
    texts,
    textsByLanguage(),
    chunks.plugin,
  ],
  build: {
    // The content security policy refuses fonts and images as data: URLs.
    assetsInlineLimit: 0,
    target: 'es2023',
    // Those that Tailwind supports. For older ones every color would be written three times.
    cssTarget: ['chrome111', 'firefox128', 'safari16.4'],
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Files name the chunks that they load, and the name of a shared chunk lists its screens.
        chunkFileNames: ({ name }) => `assets/${name.replace(/~.*/, '')}-[hash].js`,
        codeSplitting: {
          groups: [
            ...chunks.groups,
            // What several other screens share. Small chunks are merged, because requests cost more than unused code.
            // Larger thresholds merge chunks that then import each other, and the build fails.
            {
              name: 'shared',
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 6_000,
            },
          ],
        },
      },
    },
  },
  server: { proxy: Object.fromEntries(served.map((path) => [path, api])) },
})
