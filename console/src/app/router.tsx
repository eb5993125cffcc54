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
    /** An email address that the user already typed, passed from one sign-in screen to another. */
    email?: string
  }
}
