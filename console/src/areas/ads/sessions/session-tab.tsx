import type { AdChannel } from '@kinora/contract'
import { ListMagnifyingGlass } from '@phosphor-icons/react/dist/csr/ListMagnifyingGlass'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { isGone } from '../../../lib/problem'
import { LinkButton } from '../../../ui/link-button'
import { ListFault } from '../../../ui/list-fault'
import { Skeleton } from '../../../ui/skeleton'
import { State } from '../../../ui/state'
import { sessionQuery } from '../queries'
import { DecisionPart } from './decision-part'
import { SessionViewer } from './session-viewer'

interface SessionTabProps {
  readonly channel: AdChannel
  readonly sessionId: string
}

/** A session with its viewer and the decisions about its ads. */
export function SessionTab({ channel, sessionId }: SessionTabProps) {
  const t = useText()
  const format = useFormat()
  const session = useQuery(sessionQuery(channel, sessionId))
  const { data, error } = session
  const back = (
    <LinkButton
      to="/$environmentId/ad_insertion/$channelId"
      params={{ environmentId: channel.environmentId, channelId: channel.id }}
      search={{ tab: 'sessions' }}
    >
      {t('ads:session.back')}
    </LinkButton>
  )
  if (isGone(error)) {
    return (
      <div className="pt-8">
        <State icon={<ListMagnifyingGlass size={20} />} title={t('ads:session.gone')} actions={back}>
          {t('ads:session.goneWhy')}
        </State>
      </div>
    )
  }
  if (error && !data) return <ListFault title={t('ads:sessions.failed')} safe={t('ui:safe')} list={session} />
  if (!data) return <Skeleton className="mt-6 h-60 w-full" />
  const { startedAt, userAgent, decisions } = data
  return (
    <div className="max-w-[960px] pt-4">
      <div className="flex flex-wrap items-start justify-between gap-3 pb-4">
        <div className="min-w-0">
          <h2 className="text-16 font-head">
            {t('ads:session.title', { when: format.exactTime(startedAt) })}
          </h2>
          <p className="ltr text-12 text-ink-3 wrap-anywhere">{userAgent}</p>
        </div>
        {back}
      </div>
      <div className="pb-4">
        <SessionViewer session={data} />
      </div>
      {decisions.length === 0 && <p className="text-ink-2">{t('ads:session.noBreaks')}</p>}
      {decisions.map((decision) => (
        <DecisionPart key={decision.position} decision={decision} />
      ))}
    </div>
  )
}
