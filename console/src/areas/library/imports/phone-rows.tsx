import type { ImportRow, VideoImport } from '@kinora/contract'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { RowVideo } from './row-columns'
import { RowStatus } from './row-status'

interface PhoneRowsProps {
  readonly videoImport: VideoImport
  readonly rows: readonly ImportRow[]
}

/** The rows on a phone: number, title, address and state. */
export function PhoneRows({ videoImport, rows }: PhoneRowsProps) {
  const t = useText()
  const format = useFormat()
  return (
    <ul aria-label={t('library:import.rows')} className="-mx-4 border-t border-rule">
      {rows.map((row) => (
        <li key={row.number} className="flex gap-3 border-b border-rule px-4 py-2">
          <span className="tabular w-8 shrink-0 pt-1 text-end text-12 text-ink-3">
            {format.number(row.number)}
          </span>
          <div className="min-w-0 flex-1">
            <RowVideo row={row} />
            <RowStatus row={row} isDraft={videoImport.status === 'draft'} />
          </div>
        </li>
      ))}
    </ul>
  )
}
