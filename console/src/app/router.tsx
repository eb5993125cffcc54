import { createRouter } from '@tanstack/react-router'
import { routeTree } from '../routes.gen'
import { ErrorPage } from './error-page'
import { NotFoundPage } from './not-found-page'
import { queries } from './queries'

export const router = createRouter({
  routeTree,
  context: { queries },
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 150,
  defaultPendingMinMs: 300,
  defaultErrorComponent: ErrorPage,
  defaultNotFoundComponent: NotFoundPage,
  scrollRestoration: true,
  scrollToTopSelectors: ['#main'],
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface HistoryState {
    /** An e-mail address that was typed already, from one way in to another. */
    email?: string
  }
}
