import { CaretRight } from '@phosphor-icons/react/dist/csr/CaretRight'
import { Children, type ReactNode } from 'react'
import { useText } from '../lib/i18n'

/** Links to the levels above, outermost first; the page's own title stands below. */
export function Breadcrumbs({ children }: { readonly children: ReactNode }) {
  const t = useText()
  return (
    <nav aria-label={t('ui:breadcrumbs')}>
      <ol className="flex h-6 items-center gap-1.5 text-12 text-ink-3 *:flex *:items-center *:gap-1.5 [&_a:hover]:text-ink">
        {Children.map(children, (crumb, index) => (
          <li>
            {index > 0 && <CaretRight size={10} className="rtl:-scale-x-100" aria-hidden />}
            {crumb}
          </li>
        ))}
      </ol>
    </nav>
  )
}
