import './app.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startI18n } from '../lib/i18n'
import { startShortcuts } from '../lib/keys'
import { watchSession } from '../lib/session'
import { queries } from './queries'
import { router } from './router'
import { followSession, sayWhatEnded } from './session-ends'
import { reloadWhenStale } from './stale-page'

followSession()
watchSession()
reloadWhenStale()
startShortcuts()
await startI18n()
sayWhatEnded()

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
}
