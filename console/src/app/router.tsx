import { createRouter, redirect } from '@tanstack/react-router'
import { loadTexts, type TextStage } from '../lib/i18n'
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

/** Loads the routes of signed-in users, and the texts of the screen at this address. */
export async function openConsole(pathname: string): Promise<void> {
  await Promise.all([import('../routes.gen'), loadTexts(textStageOf(pathname))])
  if (isOpen) return
  isOpen = true
  // The generated routes have replaced the children of the same root.
  router.setRoutes(router.buildRouteTree())
}

/** Before each screen: loads its texts, opens the console for users, and redirects visitors to sign-in. */
async function enter({ pathname, href }: { pathname: string; href: string }): Promise<void> {
  if (isEntrance(pathname)) return
  if (isOpen) return loadTexts(textStageOf(pathname))
  if (sessionToken() === null) throw redirect({ to: '/signin', search: { back: href } })
  await openConsole(pathname)
  throw redirect({ href, replace: true })
}

/** The stages of `vite.config.ts`: the two screens that people open most do not wait for the texts of all others. */
function textStageOf(pathname: string): TextStage {
  // From `/` and from sign-in, people come to the videos.
  if (isEntrance(pathname) || /^\/(?:[^/]+\/videos\/?)?$/.test(pathname)) return 'videos'
  return /^\/[^/]+\/videos\/(?!import\/?$)[^/]+\/?$/.test(pathname) ? 'video' : 'rest'
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
