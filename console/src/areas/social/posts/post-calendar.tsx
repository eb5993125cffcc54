import type { SocialPost } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Banner } from '../../../ui/banner'
import { MonthCalendar } from '../../../ui/month-calendar'
import { useWorkspace } from '../../identity'
import { NetworkMark } from '../network-mark'
import { type PostFilter, socialRangeQuery } from '../queries'
import { dayOf, monthOf, rangeOfDays } from './post-calendar-days'

/** The posts that a day names. Others are counted. */
const NAMED = 2

interface PostCalendarProps {
  readonly day: string
  readonly onDay: (day: string) => void
  readonly filter: PostFilter
}

/** A month with the posts of each day, of which one day is selected. */
export function PostCalendar({ day, onDay, filter }: PostCalendarProps) {
  const t = useText()
  const format = useFormat()
  const { environment } = useWorkspace()
  const [shown, setShown] = useState({ day, focused: day })
  // The address can lead to another day, also in another month.
  if (shown.day !== day) setShown({ day, focused: day })
  const range = rangeOfDays(...monthOf(shown.focused))
  const month = useQuery(socialRangeQuery(environment.id, range, filter))
  const { posts = [], totalItems = 0 } = month.data ?? {}
  const byDay = Map.groupBy(posts, ({ shownAt }) => dayOf(shownAt))
  return (
    <section className="pb-4" aria-busy={month.isPending}>
      {month.isError && <Banner tone="bad">{t('social:posts.calendar.failed')}</Banner>}
      {totalItems > posts.length && (
        <p className="pb-2 text-12 text-ink-3">
          {t('social:posts.calendar.only', {
            count: format.number(posts.length),
            all: format.number(totalItems),
          })}
        </p>
      )}
      <MonthCalendar
        label={t('social:posts.calendar.label')}
        day={day}
        onDay={onDay}
        focused={shown.focused}
        onFocused={(focused) => setShown({ day, focused })}
      >
        {(each) => <DayPosts posts={byDay.get(each) ?? []} />}
      </MonthCalendar>
    </section>
  )
}

/** The first posts of a day, or how many there are where there is no room for names. */
function DayPosts({ posts }: { readonly posts: readonly SocialPost[] }) {
  const format = useFormat()
  const inOrder = posts.toReversed()
  const more = inOrder.length - NAMED
  return (
    <>
      {inOrder.length > 0 && (
        <span className="tabular self-start rounded-full bg-act px-1.5 text-11 text-act-ink md:hidden">
          {format.number(inOrder.length)}
        </span>
      )}
      {inOrder.slice(0, NAMED).map((post) => (
        <span
          key={post.id}
          className="flex min-w-0 items-center gap-1 rounded-1 bg-sunk px-1 text-11 font-normal text-ink-2 max-md:hidden"
        >
          <NetworkMark network={post.network} size={12} />
          <span className="cut">
            {format.clockTime(post.shownAt)} <bdi>{post.title || post.accountName}</bdi>
          </span>
        </span>
      ))}
      {more > 0 && (
        <span className="tabular px-1 text-11 font-normal text-ink-3 max-md:hidden">
          +{format.number(more)}
        </span>
      )}
    </>
  )
}
