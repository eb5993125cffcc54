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
import { handleSessionEnd, showSessionEndReason } from './session-end'
import { reloadWhenStale } from './stale-page'

handleSessionEnd()
watchSession()
reloadWhenStale()
startShortcuts()
await startI18n()
showSessionEndReason()

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
