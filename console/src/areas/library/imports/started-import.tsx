import type { ImportCounts, RowState, VideoImport } from '@kinora/contract'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Banner } from '../../../ui/banner'
import { Progress } from '../../../ui/progress'
import { isUnderWay } from './queries'
import { type RowFilter, RowList } from './row-list'

const underWay = ['waiting', 'downloading', 'processing'] as const
const notIn = ['failed', 'invalid', 'skipped', 'cancelled', 'removed'] as const

/** The progress of all rows together and of each. */
export function StartedImport({ videoImport }: { readonly videoImport: VideoImport }) {
  const { counts, rowCount } = videoImport
  const filters: readonly RowFilter[] = [
    { id: 'all', count: rowCount, states: [] },
    { id: 'underWay', count: sumOf(counts, underWay), states: underWay },
    { id: 'ready', count: counts.ready, states: ['ready'] },
    { id: 'notIn', count: sumOf(counts, notIn), states: notIn },
  ]
  return (
    <div className="flex flex-col gap-4 pt-3">
      <Sum videoImport={videoImport} />
      <RowList videoImport={videoImport} filters={filters} isBusy={false} />
    </div>
  )
}

function Sum({ videoImport: { counts, rowCount, stop } }: { readonly videoImport: VideoImport }) {
  const t = useText()
  const format = useFormat()
  const left = sumOf(counts, underWay)
  const words = (['ready', ...underWay, ...notIn] as const)
    .filter((state) => counts[state] > 0)
    .map((state) => `${t(`library:import.states.${state}`)} ${format.number(counts[state])}`)
  return (
    <div className="flex max-w-3xl flex-col gap-2">
      {stop !== null && (
        <Banner tone="bad" live>
          {t(`library:import.stops.${stop}`)}
        </Banner>
      )}
      <p role="status" className="tabular text-13 text-ink-2">
        {words.join(' · ')}
      </p>
      {isUnderWay(counts) && (
        <Progress
          label={t('library:import.progress')}
          value={rowCount === 0 ? 0 : (rowCount - left) / rowCount}
          tone="act"
        />
      )}
    </div>
  )
}

function sumOf(counts: ImportCounts, states: readonly RowState[]): number {
  return states.reduce((sum, state) => sum + counts[state], 0)
}
