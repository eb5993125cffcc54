import './gallery.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startI18n } from '../src/lib/i18n'
import { Gallery } from './gallery'

await startI18n()

// Links of the exhibits need a router. It keeps its history in memory and renders the gallery at every address.
const router = createRouter({
  routeTree: createRootRoute({ component: Gallery, notFoundComponent: () => null }),
  history: createMemoryHistory({ initialEntries: ['/'] }),
})

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
}
