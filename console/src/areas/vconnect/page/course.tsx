import type { LinkMonitors } from '@kinora/contract'
import { type VconnectWindow, vconnectWindows } from '@kinora/contract/vconnect/values'
import type { UseQueryResult } from '@tanstack/react-query'
import { useText } from '../../../lib/i18n'
import { ListFault } from '../../../ui/list-fault'
import { Segmented } from '../../../ui/segmented'
import { Skeleton } from '../../../ui/skeleton'
import { Charts } from './charts'

interface WindowChoiceProps {
  readonly window: VconnectWindow
  readonly onChange: (window: VconnectWindow) => void
}

/** Chooses the hours that charts cover. */
export function WindowChoice({ window, onChange }: WindowChoiceProps) {
  const t = useText()
  return (
    <Segmented
      label={t('vconnect:page.window')}
      value={window}
      onChange={onChange}
      options={vconnectWindows.map((id) => ({ id, content: t(`vconnect:page.windows.${id}`) }))}
    />
  )
}

interface CourseProps {
  readonly list: UseQueryResult<LinkMonitors>
  readonly window: VconnectWindow
  /** The message if it does not load. */
  readonly failed: string
}

/** The figures of a link over the last hours. */
export function Course({ list, window, failed }: CourseProps) {
  const t = useText()
  if (list.data !== undefined)
    return list.data.points.length === 0 ? (
      <p className="pt-3 text-ink-2">{t('vconnect:page.noCourse')}</p>
    ) : (
      <Charts monitors={list.data} window={window} />
    )
  if (list.isError) return <ListFault title={failed} safe={t('ui:safe')} list={list} />
  return (
    <div aria-busy>
      <Skeleton className="mt-3 h-60 w-full" />
    </div>
  )
}
