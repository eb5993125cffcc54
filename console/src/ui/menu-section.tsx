import type { ReactNode } from 'react'
import { useMenuKit } from './menu-kit'
import { menuHeadLook } from './menu-look'

interface MenuSectionProps {
  readonly children: ReactNode
  /** The visible heading. */
  readonly heading?: string
  /** The accessible name of a section without a heading. */
  readonly label?: string
  /** Id of the checked item, in a section with a single choice. */
  readonly selected?: string
}

export function MenuSection({ children, heading, label, selected }: MenuSectionProps) {
  const { Section, Head } = useMenuKit()
  return (
    <Section
      {...(label !== undefined && { 'aria-label': label })}
      {...(selected !== undefined && { selectionMode: 'single' as const, selectedKeys: [selected] })}
      className="not-first:mt-1.5 not-first:border-t not-first:border-rule not-first:pt-1.5"
    >
      {heading !== undefined && <Head className={menuHeadLook}>{heading}</Head>}
      {children}
    </Section>
  )
}
