import './app.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { watchPresence } from '../lib/browser/presence'
import { startI18n, watchLanguage } from '../lib/i18n'
import { startShortcuts } from '../lib/keys'
import { sessionToken, watchSession } from '../lib/session'
import { queries } from './queries'
import { openConsole, router } from './router'
import { handleSessionEnd, showSessionEndReason } from './session-end'
import { reloadWhenStale } from './stale-page'

handleSessionEnd()
watchSession()
watchLanguage()
watchPresence()
reloadWhenStale()
startShortcuts()
// Not awaited at the top level: other chunks import this one, and would wait for it.
void start()

async function start(): Promise<void> {
  if (sessionToken() === null) {
    await startI18n()
    // While someone types, there is time to load what comes after sign-in.
    addEventListener('input', () => void openConsole('/').catch(() => undefined), { once: true })
  } else await openConsole(location.pathname)
  showSessionEndReason()
  const root = document.getElementById('root')
  if (!root) return
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
}
