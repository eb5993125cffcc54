import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../lib/i18n'
import { Drawer } from '../../../ui/drawer'
import { ListFault } from '../../../ui/list-fault'
import { Skeleton } from '../../../ui/skeleton'
import { useWorkspace } from '../../identity'
import { useChangeView } from '../view'
import { ExportLine } from './export-line'
import { exportsQuery } from './queries'

/** The drawer with the exports of the last 7 days. */
export function ExportsDrawer() {
  const t = useText()
  const change = useChangeView()
  const { environment } = useWorkspace()
  const exports = useQuery(exportsQuery(environment.id))
  return (
    <Drawer title={t('analytics:exports.title')} onClose={() => change({ open: '' })}>
      {exports.data ? (
        <>
          <p className="text-13 text-ink-3">
            {t(exports.data.length === 0 ? 'analytics:exports.none' : 'analytics:exports.kept')}
          </p>
          <ul className="pt-2">
            {exports.data.map((one) => (
              <ExportLine key={one.id} of={one} />
            ))}
          </ul>
        </>
      ) : exports.isError ? (
        <ListFault title={t('analytics:exports.failed')} safe={t('ui:safe')} list={exports} />
      ) : (
        <div aria-busy>
          <Skeleton className="h-40 w-full" />
        </div>
      )}
    </Drawer>
  )
}
