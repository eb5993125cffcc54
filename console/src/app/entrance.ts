import { Route as root } from '../routes/__root'
import { Route as invite } from '../routes/invite'
import { Route as reset } from '../routes/reset'
import { Route as signIn } from '../routes/signin'
import { Route as google } from '../routes/signin_.google'
import { Route as signUp } from '../routes/signup'
import type { routeTree } from '../routes.gen'

/** The screens that need no session. The browser loads all other routes only for users who are signed in. */
const screens = {
  '/signin': signIn,
  '/signin/google': google,
  '/signup': signUp,
  '/reset': reset,
  '/invite': invite,
}

export function isEntrance(pathname: string): boolean {
  return Object.hasOwn(screens, pathname.replace(/\/$/, ''))
}

/** The routes of these screens, as the generated tree has them. */
export const entranceTree = root.addChildren(
  Object.entries(screens).map(([path, route]) => {
    const place: object = { id: path.replace('/signin/', '/signin_/'), path, getParentRoute: () => root }
    return route.update(place)
  }),
) as unknown as typeof routeTree
