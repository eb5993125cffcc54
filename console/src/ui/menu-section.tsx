import type { ReactNode } from 'react'
import { MenuSection as AriaMenuSection, Header } from 'react-aria-components/Menu'
import { cx } from './cx'
import { menuHeadLook } from './menu-look'

export interface MenuSectionProps {
  readonly children: ReactNode
  readonly heading?: string
  /** For sections without a heading of their own. */
  readonly label?: string
  /** Id of the item with the tick. */
  readonly selected?: string
}

export function MenuSection({ children, heading, label, selected }: MenuSectionProps) {
  return (
    <AriaMenuSection
      {...(label !== undefined && { 'aria-label': label })}
      {...(selected !== undefined && { selectionMode: 'single' as const, selectedKeys: [selected] })}
      className={cx('not-first:mt-1.5 not-first:border-t not-first:border-rule not-first:pt-1.5')}
    >
      {heading !== undefined && <Header className={menuHeadLook}>{heading}</Header>}
      {children}
    </AriaMenuSection>
  )
}
