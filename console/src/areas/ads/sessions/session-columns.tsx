import type { AdChannel, AdSession } from '@kinora/contract'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { none, useFormat } from '../../../lib/format'
import { useLanguage, useText } from '../../../lib/i18n'
import { languages } from '../../../lib/languages'
import type { Column } from '../../../ui/table-parts'

export function useSessionColumns({ id: channelId, environmentId }: AdChannel): readonly Column<AdSession>[] {
  const t = useText()
  const format = useFormat()
  const { tag } = languages[useLanguage()]
  return useMemo(() => {
    const countries = new Intl.DisplayNames(tag, { type: 'region' })
    const figure = (id: 'breaks' | 'ads' | 'impressions', from?: 'sm'): Column<AdSession> => ({
      id,
      head: t(`ads:sessions.${id}`),
      width: '108px',
      number: true,
      ...(from && { from }),
      cell: (session) => format.number(session[id]),
    })
    return [
      {
        id: 'started',
        head: t('ads:sessions.started'),
        cell: ({ id, startedAt }) => (
          <Link
            to="/$environmentId/ad_insertion/$channelId"
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
        id: 'device',
        head: t('ads:sessions.device'),
        width: '30%',
        from: 'md',
        cell: ({ userAgent }) => (
          <span className="ltr cut block text-12 text-ink-3" title={userAgent}>
            {userAgent}
          </span>
        ),
      },
      {
        id: 'country',
        head: t('ads:log.country'),
        width: '140px',
        from: 'lg',
        cell: ({ country }) => (country === '' ? none : (countries.of(country) ?? country)),
      },
      figure('breaks', 'sm'),
      figure('ads'),
      figure('impressions'),
    ]
  }, [t, format, tag, channelId, environmentId])
}
