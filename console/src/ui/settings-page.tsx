import type { ReactNode } from 'react'
import { below, useMedia } from '../lib/media'
import { useWindowTitle } from './console-name'
import { SectionLevel } from './section'

interface SettingsPageProps {
  /** Also the window title. */
  readonly title: string
  /** Replaces the plain heading; use `SettingsHeading` for the right level. */
  readonly heading?: ReactNode
  readonly crumbs?: ReactNode
  /** Explains the tab in one sentence. */
  readonly about?: string
  /** Right of the heading, the primary last. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A tab of Settings. Its heading is below that of Settings; on a phone it is the page's own. */
export function SettingsPage({ title, heading, crumbs, about, actions, children }: SettingsPageProps) {
  const isAlone = useMedia(below.md)
  return (
    <>
      <title>{useWindowTitle(title)}</title>
      {crumbs}
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4">
        {heading ?? <SettingsHeading>{title}</SettingsHeading>}
        <div className="flex gap-2 empty:hidden md:row-span-2 md:self-start">{actions}</div>
        {about !== undefined && (
          <p className="mt-0.5 max-w-(--w-text) text-13 text-pretty text-ink-2 max-md:col-span-2 md:col-start-1">
            {about}
          </p>
        )}
      </div>
      <SectionLevel value={isAlone ? 2 : 3}>{children}</SectionLevel>
    </>
  )
}

/** The heading of a tab, on the level that the layout sets. */
export function SettingsHeading({ children }: { readonly children: ReactNode }) {
  const Heading = useMedia(below.md) ? 'h1' : 'h2'
  return <Heading className="text-16 font-head text-balance wrap-anywhere max-md:text-22">{children}</Heading>
}
