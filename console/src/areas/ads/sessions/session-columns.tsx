import type { AdChannel, AdSession } from '@kinora/contract'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import type { Column } from '../../../ui/table-parts'

export function useSessionColumns({ id: channelId, environmentId }: AdChannel): readonly Column<AdSession>[] {
  const t = useText()
  const format = useFormat()
  return useMemo(() => {
    const figure = (id: 'breaks' | 'ads' | 'impressions', from?: 'sm'): Column<AdSession> => ({
      ...{ id, head: t(`ads:sessions.${id}`), width: '108px', number: true, ...(from && { from }) },
      cell: (session) => format.number(session[id]),
    })
    return [
      {
        id: 'started',
        head: t('ads:sessions.started'),
        cell: ({ id, startedAt }) => (
          <Link
            to="/$environmentId/ad-insertion/$channelId"
            params={{ environmentId, channelId }}
            search={{ tab: 'sessions', session: id }}
            tabIndex={-1}
            className="tabular font-mid text-ink"
          >
            <time dateTime={startedAt}>{format.exactTime(startedAt)}</time>
          </Link>
        ),
      },
      {
        ...{ id: 'device', head: t('ads:sessions.device'), width: '30%', from: 'md' },
        cell: ({ userAgent }) => (
          <span className="ltr cut block text-12 text-ink-3" title={userAgent}>
            {userAgent}
          </span>
        ),
      },
      figure('breaks', 'sm'),
      figure('ads'),
      figure('impressions'),
    ]
  }, [t, format, channelId, environmentId])
}
