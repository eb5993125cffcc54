import { CaretRight } from '@phosphor-icons/react/dist/csr/CaretRight'
import { DotsThree } from '@phosphor-icons/react/dist/csr/DotsThree'
import { Children, type ReactNode } from 'react'
import { useText } from '../lib/i18n'
import { IconButton } from './icon-button'
import { Menu } from './menu'

interface BreadcrumbsProps {
  readonly children: ReactNode
  /** Levels that do not fit, as items of a menu. */
  readonly folded?: ReactNode
}

/** Links to the levels above, outermost first; the page's title is below. */
export function Breadcrumbs({ children, folded }: BreadcrumbsProps) {
  const t = useText()
  return (
    <nav aria-label={t('ui:breadcrumbs')}>
      <ol className="flex h-6 items-center gap-1.5 text-12 text-ink-3 *:flex *:min-w-0 *:items-center *:gap-1.5 [&_a:hover]:text-ink">
        {folded !== undefined && (
          <li>
            <Menu
              label={t('ui:levelsAbove')}
              placement="bottom start"
              trigger={
                <IconButton size="small" label={t('ui:levelsAbove')} className="-ms-1.5">
                  <DotsThree size={16} weight="bold" />
                </IconButton>
              }
            >
              {folded}
            </Menu>
          </li>
        )}
        {Children.map(Children.toArray(children), (crumb, index) => (
          <li>
            {(index > 0 || folded !== undefined) && (
              <CaretRight size={10} className="shrink-0 rtl:-scale-x-100" aria-hidden />
            )}
            {crumb}
          </li>
        ))}
      </ol>
    </nav>
  )
}
