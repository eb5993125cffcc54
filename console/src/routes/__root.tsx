import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext } from '@tanstack/react-router'
import { Root } from '../app/root'

interface Context {
  readonly queries: QueryClient
  /** Called before each screen. */
  readonly enter: (location: { pathname: string; href: string }) => Promise<void>
}

export const Route = createRootRouteWithContext<Context>()({
  beforeLoad: ({ context, location }) => context.enter(location),
  component: Root,
})
