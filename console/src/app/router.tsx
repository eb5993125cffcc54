import { createRouter, redirect } from '@tanstack/react-router'
import { loadAllTexts } from '../lib/i18n'
import { sessionToken } from '../lib/session'
import { entranceTree, isEntrance } from './entrance'
import { ErrorPage } from './error-page'
import { NotFoundPage } from './not-found-page'
import { queries } from './queries'

export const router = createRouter({
  routeTree: entranceTree,
  context: { queries, enter },
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 150,
  defaultPendingMinMs: 300,
  defaultErrorComponent: ErrorPage,
  defaultNotFoundComponent: NotFoundPage,
  scrollRestoration: true,
  scrollToTopSelectors: ['#main'],
})

let isOpen = false

/** Loads the routes and texts of signed-in users. */
export async function openConsole(): Promise<void> {
  await Promise.all([import('../routes.gen'), loadAllTexts()])
  if (isOpen) return
  isOpen = true
  // The generated routes have replaced the children of the same root.
  router.setRoutes(router.buildRouteTree())
}

/** Before each screen: opens the console for users, and redirects visitors to sign-in. */
async function enter({ pathname, href }: { pathname: string; href: string }): Promise<void> {
  if (isOpen || isEntrance(pathname)) return
  if (sessionToken() === null) throw redirect({ to: '/signin', search: { back: href } })
  await openConsole()
  throw redirect({ href, replace: true })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface HistoryState {
    /** An email address that the user already typed, passed from one sign-in screen to another. */
    email?: string
  }
}
