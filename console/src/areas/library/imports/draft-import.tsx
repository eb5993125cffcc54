import type { VideoImport } from '@kinora/contract'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Banner } from '../../../ui/banner'
import { Section } from '../../../ui/section'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { ColumnMap } from './column-map'
import { useUpdateImport } from './queries'
import { type RowFilter, RowList } from './row-list'

/** An import before it starts: its columns and a preview of its rows. */
export function DraftImport({ videoImport }: { readonly videoImport: VideoImport }) {
  const t = useText()
  const format = useFormat()
  const { mutate, isPending, variables } = useUpdateImport(videoImport.id)
  const onError = useProblemToast(t('library:import.notChanged'))
  const { counts, rowCount } = videoImport
  // Show the user's choice at once; the rows follow.
  const shown = isPending && variables !== undefined ? { ...videoImport, ...variables } : videoImport
  const { mapping, playbackPolicy, encodingProfileId, repeats, isTest } = shown
  const settings = { mapping, playbackPolicy, encodingProfileId, repeats, isTest }
  const filters: readonly RowFilter[] = [
    { id: 'all', count: rowCount, states: [] },
    { id: 'waiting', count: counts.waiting, states: ['waiting'] },
    { id: 'invalid', count: counts.invalid, states: ['invalid'] },
    { id: 'skipped', count: counts.skipped, states: ['skipped'] },
  ]
  return (
    <div className="flex flex-col gap-6 pt-3">
      <Section title={t('library:import.whichColumn')} about={t('library:import.whichColumnAbout')}>
        <ColumnMap
          videoImport={shown}
          onChange={(change) => mutate({ ...settings, ...change }, { onError })}
        />
      </Section>
      <Section title={t('library:import.preview')}>
        <div className="flex flex-col gap-3 pt-3">
          {mapping.url === null && (
            <Banner tone="warn" live>
              {t('library:import.noUrl')}
            </Banner>
          )}
          <RowList videoImport={videoImport} filters={filters} isBusy={isPending} />
          {videoImport.expiresAt !== null && (
            <p className="text-12 text-ink-3">
              {t('library:import.keptUntil', { time: format.moment(videoImport.expiresAt) })}
            </p>
          )}
        </div>
      </Section>
    </div>
  )
}
