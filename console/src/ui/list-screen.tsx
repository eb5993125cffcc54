import { type ReactNode, Suspense } from 'react'
import { Page } from './page'
import type { PagedQuery } from './paged'

interface ListScreenProps {
  readonly title: string
  readonly crumbs?: ReactNode
  /** Beside the title: a status. */
  readonly beside?: ReactNode
  /** Replaces the screen if the role may not see it. Then the query is disabled. */
  readonly noAccess: ReactNode
  /** Right of the title. */
  readonly actions?: ReactNode
  /** The button that creates an object, after the actions. The first use has it instead while there are no objects. */
  readonly primary?: ReactNode
  readonly list: PagedQuery
  /** A search or a filter hides objects. */
  readonly isNarrowed: boolean
  /** Replaces tools and list while there are no objects. */
  readonly firstUse: ReactNode
  /** Search and filters. */
  readonly tools?: ReactNode
  /** The list. */
  readonly children: ReactNode
  /** The open dialog. */
  readonly dialog?: ReactNode
}

/** The screen of a list: title, primary action, search and filters, and what a list without objects shows. */
export function ListScreen(props: ListScreenProps) {
  const { title, crumbs, beside, noAccess, actions, primary, list, isNarrowed, firstUse, tools, children } =
    props
  const isEmpty = list.data?.totalItems === 0 && !isNarrowed && !list.isPlaceholderData
  return (
    <Page
      title={title}
      crumbs={crumbs}
      beside={beside}
      actions={
        (actions || primary) && (
          <>
            {actions}
            {!isEmpty && primary}
          </>
        )
      }
      noAccess={noAccess}
    >
      {isEmpty ? (
        firstUse
      ) : (
        <>
          {tools}
          {children}
        </>
      )}
      <Suspense>{props.dialog}</Suspense>
    </Page>
  )
}
