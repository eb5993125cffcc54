import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../lib/i18n'
import { useWorkspace } from '../../identity'
import { ExportLine } from './export-line'
import { exportsQuery } from './queries'
import { useFollowed } from './use-followed'

/** Exports in progress or just finished, docked at the bottom of every screen. */
export function ExportTray() {
  const t = useText()
  const { environment } = useWorkspace()
  const [followed, setFollowed] = useFollowed()
  const { data = [] } = useQuery(exportsQuery(environment.id))
  const shown = data.filter(({ id }) => followed.includes(id))
  const ended = shown.filter(({ status }) => status === 'ready' || status === 'failed')
  return (
    <>
      <p role="status" className="sr-only">
        {ended
          .map(({ status }) =>
            t(status === 'ready' ? 'analytics:exports.saidReady' : 'analytics:exports.saidFailed'),
          )
          .join(' ')}
      </p>
      {shown.length > 0 && (
        <section
          aria-label={t('analytics:exports.title')}
          className="animate-rise overflow-hidden rounded-t-3 bg-panel px-4 shadow-lift-2"
        >
          <ul className="max-h-[min(336px,46dvh)] overflow-y-auto">
            {shown.map((one) => (
              <ExportLine
                key={one.id}
                of={one}
                onDismiss={() => setFollowed(followed.replace(`${one.id},`, ''))}
              />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
