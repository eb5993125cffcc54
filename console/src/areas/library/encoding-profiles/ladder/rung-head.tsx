import type { ReactNode } from 'react'
import { useText } from '../../../../lib/i18n'

/** The header of a table of renditions. */
export function RungHead({ children }: { readonly children?: ReactNode }) {
  const t = useText()
  return (
    <thead className="text-12 text-ink-3">
      <tr className="*:border-b *:border-rule-2 *:py-1.5 *:font-mid">
        <th className="w-[34%] pe-4 text-start">{t('library:profiles.lines')}</th>
        <th className="w-[34%] pe-4 text-right">{t('library:profiles.maxKbps')}</th>
        <th className="pe-4 text-right">{t('library:profiles.ladder.perHourHead')}</th>
        {children}
      </tr>
    </thead>
  )
}
