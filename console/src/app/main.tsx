import './app.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startI18n } from '../lib/i18n'
import { startShortcuts } from '../lib/keys'
import { onSessionEnd } from '../lib/session'
import { queries } from './queries'
import { router } from './router'
import { reloadWhenStale } from './stale-page'

const entrances = ['/signin', '/signup']

onSessionEnd((why) => {
  const { pathname, href } = router.state.location
  if (entrances.includes(pathname)) return queries.clear()
  const search = why === 'left' ? {} : { back: href }
  void router.navigate({ to: '/signin', search, replace: true }).then(() => queries.clear())
})
reloadWhenStale()
startShortcuts()
await startI18n()

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
