import type { ReactNode } from 'react'
import { useWindowTitle } from './console-name'

interface PageProps {
  /** Also the window title. */
  readonly title: string
  /** Replaces the plain heading: an editable `h1`. */
  readonly heading?: ReactNode
  readonly crumbs?: ReactNode
  /** Beside the title: a status. */
  readonly beside?: ReactNode
  /** Right of the title, the primary last. */
  readonly actions?: ReactNode
  /** Replaces status, actions and content if the role may not see them. */
  readonly noAccess?: ReactNode
  readonly children?: ReactNode
}

/** A screen inside the shell: breadcrumbs, title, actions, content. */
export function Page({ title, heading, crumbs, beside, actions, noAccess, children }: PageProps) {
  return (
    <div className="px-8 pt-4.5 pb-10 max-sm:px-4 max-sm:pt-2">
      <title>{useWindowTitle(title)}</title>
      {crumbs}
      <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-2">
        {heading ?? <h1 className="min-w-0 text-22 font-head text-balance wrap-anywhere">{title}</h1>}
        {!noAccess && beside}
        {!noAccess && actions !== undefined && <div className="ms-auto flex gap-3">{actions}</div>}
      </div>
      {noAccess ? <div className="pt-10">{noAccess}</div> : children}
    </div>
  )
}
