import { type ReactNode, Suspense } from 'react'
import { Page } from './page'
import { Skeleton } from './skeleton'

interface ObjectPageProps {
  readonly name: string
  /** Breadcrumbs to what contains the object. */
  readonly crumbs: ReactNode
  /** Beside the name: its status. */
  readonly beside: ReactNode
  readonly actions: ReactNode
  readonly tabs: ReactNode
  /** Shown while the code of a tab is loading. */
  readonly skeleton?: ReactNode
  /** The open tab. */
  readonly children: ReactNode
}

/** The page of a loaded object: the way to it, its name, status, actions and tabs. */
export function ObjectPage({ name, crumbs, beside, actions, tabs, skeleton, children }: ObjectPageProps) {
  return (
    <Page
      title={name}
      heading={
        <h1 className="min-w-0 text-22 font-head text-balance wrap-anywhere">
          <bdi>{name}</bdi>
        </h1>
      }
      crumbs={crumbs}
      beside={beside}
      actions={actions}
    >
      {tabs}
      <Suspense fallback={skeleton ?? <Skeleton className="mt-6 h-60 w-full" />}>{children}</Suspense>
    </Page>
  )
}
