import type { AdBreak, Content } from '@kinora/contract'
import { Plus } from '@phosphor-icons/react/dist/csr/Plus'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Button } from '../../../ui/button'
import { ListFault } from '../../../ui/list-fault'
import { Section } from '../../../ui/section'
import { Skeleton } from '../../../ui/skeleton'
import { NoAccess, useRights, useWorkspace } from '../../identity'
import { StageWithLane } from '../../library'
import { breaksQuery } from '../queries'
import { BreakList } from './break-list'
import { BreaksLane } from './breaks-lane'
import { Places } from './places'

const ImportBreaks = lazy(async () => ({ default: (await import('./import-breaks')).ImportBreaks }))
const BreakForm = lazy(async () => ({ default: (await import('./break-form')).BreakForm }))

/** Tab with the ad breaks of a video. */
export function BreaksTab({ content }: { readonly content: Content }) {
  const t = useText()
  const { environment } = useWorkspace()
  const rights = useRights('Ad Insertion', 'Channel')
  const list = useQuery({ ...breaksQuery(environment.id, content.id), enabled: rights.read })
  const [isImporting, setImporting] = useState(false)
  const [edited, setEdited] = useState<{ readonly at: number; readonly adBreak: AdBreak | null }>()
  if (!rights.read) {
    return (
      <div className="pt-8">
        <NoAccess what={t('ads:breaks.title')} />
      </div>
    )
  }
  if (list.isError && !list.data)
    return <ListFault title={t('ads:breaks.failed')} safe={t('ui:safe')} list={list} />
  if (content.status !== 'ready') return <p className="pt-6 text-ink-2">{t('ads:breaks.notReady')}</p>
  const breaks = list.data?.items ?? []
  const mayChange = rights.update && content.trashedAt === null
  const onEdit = mayChange ? (adBreak: AdBreak) => setEdited({ at: adBreak.at, adBreak }) : undefined
  return (
    <>
      <Suspense fallback={<Skeleton className="mt-4 h-120 w-full" />}>
        <StageWithLane
          content={content}
          startAt={undefined}
          lane={(parts) => <BreaksLane breaks={breaks} duration={content.duration ?? 0} {...parts} />}
          beside={(playFrom, now) => (
            <>
              <Section title={t('ads:breaks.title')} about={t('ads:breaks.about')}>
                {mayChange && (
                  <div className="flex flex-wrap gap-2 py-3">
                    <Button
                      variant="primary"
                      icon={<Plus size={16} />}
                      onPress={() => setEdited({ at: now(), adBreak: null })}
                    >
                      {t('ads:breaks.addHere')}
                    </Button>
                    <Button onPress={() => setImporting(true)}>{t('ads:breaks.import.open')}</Button>
                  </div>
                )}
                {list.data && <BreakList breaks={breaks} onPlay={playFrom} {...(onEdit && { onEdit })} />}
              </Section>
              {mayChange && (
                <Places content={content} taken={new Set(breaks.map(({ at }) => at))} onPlay={playFrom} />
              )}
            </>
          )}
        />
      </Suspense>
      <Suspense>
        {isImporting && <ImportBreaks content={content} onClose={() => setImporting(false)} />}
        {edited && (
          <BreakForm
            content={content}
            at={edited.at}
            adBreak={edited.adBreak}
            onClose={() => setEdited(undefined)}
          />
        )}
      </Suspense>
    </>
  )
}
