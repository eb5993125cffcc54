import type { AdBreak, Content } from '@kinora/contract'
import { timecodeOf } from '@kinora/contract/timecode'
import { PencilSimple } from '@phosphor-icons/react/dist/csr/PencilSimple'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { CopyText } from '../../../ui/copy-text'
import { IconButton } from '../../../ui/icon-button'
import { ListFault } from '../../../ui/list-fault'
import { Section } from '../../../ui/section'
import { Skeleton } from '../../../ui/skeleton'
import { Switch } from '../../../ui/switch'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { NoAccess, useRights, useWorkspace } from '../../identity'
import { columnsLook } from '../../library'
import { breaksQuery, useUpdateBreak } from '../queries'
import { StreamChannels } from './stream-channels'

const BreakForm = lazy(async () => ({ default: (await import('./break-form')).BreakForm }))

/** Tab with the ads of a video: breaks with their ad tags, and ad channels. */
export function InsertionsTab({ content }: { readonly content: Content }) {
  const t = useText()
  const { environment } = useWorkspace()
  const rights = useRights('Ad Insertion', 'Channel')
  const list = useQuery({ ...breaksQuery(environment.id, content.id), enabled: rights.read })
  const [edited, setEdited] = useState<AdBreak>()
  if (!rights.read) {
    return (
      <div className="pt-8">
        <NoAccess what={t('ads:breaks.insertions')} />
      </div>
    )
  }
  if (list.isError && !list.data)
    return <ListFault title={t('ads:breaks.failed')} safe={t('ui:safe')} list={list} />
  const mayChange = rights.update && content.trashedAt === null
  const params = { environmentId: environment.id, contentId: content.id }
  return (
    <div className={columnsLook}>
      <Section title={t('ads:breaks.title')}>
        {list.data === undefined && <Skeleton className="my-3 h-24 w-full" />}
        {list.data?.items.length === 0 && (
          <p className="py-3 text-ink-2">
            {t('ads:breaks.none')}{' '}
            <Link to="/$environmentId/videos/$contentId/scte" params={params} className="underline">
              {t('ads:breaks.placeThem')}
            </Link>
          </p>
        )}
        <ol>
          {list.data?.items.map((adBreak) => (
            <InsertionRow
              key={adBreak.id}
              adBreak={adBreak}
              {...(mayChange && { onEdit: () => setEdited(adBreak) })}
            />
          ))}
        </ol>
      </Section>
      <StreamChannels environmentId={environment.id} streamId={content.id} type="video" />
      <Suspense>
        {edited && (
          <BreakForm content={content} at={edited.at} adBreak={edited} onClose={() => setEdited(undefined)} />
        )}
      </Suspense>
    </div>
  )
}

interface InsertionRowProps {
  readonly adBreak: AdBreak
  /** Set if the user may edit the break. */
  readonly onEdit?: () => void
}

function InsertionRow({ adBreak, onEdit }: InsertionRowProps) {
  const t = useText()
  const format = useFormat()
  const { environment } = useWorkspace()
  const { mutate, isPending } = useUpdateBreak(environment.id)
  const onError = useProblemToast(t('ads:breaks.notChanged'))
  const { id, contentId, at, durationS, adTagUrl, enabled } = adBreak
  const time = timecodeOf(at)
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 border-b border-rule py-1.5">
      <span className="tabular font-mono text-13">{time}</span>
      <span className="text-ink-3">{t('ads:breaks.upTo', { time: format.duration(durationS) })}</span>
      <span className="min-w-0 flex-1 basis-40">
        {adTagUrl === null ? (
          <span className="text-ink-3">{t('ads:breaks.channelTag')}</span>
        ) : (
          <CopyText text={adTagUrl} label={t('ads:breaks.tag')} />
        )}
      </span>
      <Switch
        on={enabled}
        disabled={onEdit === undefined || isPending}
        onChange={(on) => mutate({ id, contentId, enabled: on }, { onError })}
      >
        <span className="sr-only">{t('ads:breaks.turn', { time })}</span>
        <span aria-hidden>{t(`ads:channels.status.${enabled}`)}</span>
      </Switch>
      {onEdit && (
        <IconButton size="small" label={t('ads:breaks.edit', { time })} onPress={onEdit}>
          <PencilSimple size={16} />
        </IconButton>
      )}
    </li>
  )
}
