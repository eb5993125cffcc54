import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { textStages } from '../vite-texts.ts'

/** Only the accessibility test builds the gallery, into a folder that the test names. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: join(import.meta.dirname, '../public'),
  plugins: [react(), tailwindcss(), textStages([{ name: 'entrance', screens: ['../gallery/main.tsx'] }])],
  build: { target: 'es2023', assetsInlineLimit: 0 },
})
