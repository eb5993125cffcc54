import { type CalendarDate, endOfMonth, parseDate, startOfMonth } from '@internationalized/date'
import type { SocialPost } from '@kinora/contract'
import { CaretLeft } from '@phosphor-icons/react/dist/csr/CaretLeft'
import { CaretRight } from '@phosphor-icons/react/dist/csr/CaretRight'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  Heading,
} from 'react-aria-components/Calendar'
import { useFormat } from '../../../lib/format'
import { useLanguage, useText } from '../../../lib/i18n'
import { Banner } from '../../../ui/banner'
import { useWorkspace } from '../../identity'
import { NetworkMark } from '../network-mark'
import { type PostFilter, socialRangeQuery } from '../queries'
import { dayOf, rangeOfDays } from './post-calendar-days'

/** The posts that a day names. Others are counted. */
const NAMED = 2

const stepLook =
  'grid size-8 place-items-center rounded-2 text-ink-2 hover:bg-hover hover:text-ink pointer-coarse:size-11'
const cellLook =
  'flex h-11 w-full cursor-default flex-col gap-0.5 overflow-hidden rounded-2 p-1 text-start text-ink outline-none ' +
  'shadow-[inset_0_1px_0_0_var(--rule)] hover:bg-hover data-today:font-head data-today:text-act-text data-outside-month:text-ink-3 ' +
  'data-selected:shadow-[inset_0_0_0_2px_var(--act)] data-focus-visible:outline-2 data-focus-visible:outline-focus md:h-21'

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
  const [shown, setShown] = useState<CalendarDate>(() => parseDate(day))
  const range = rangeOfDays(startOfMonth(shown).toString(), endOfMonth(shown).toString())
  const month = useQuery(socialRangeQuery(environment.id, range, filter))
  const { posts = [], totalItems = 0 } = month.data ?? {}
  const byDay = Map.groupBy(posts, ({ shownAt }) => dayOf(shownAt))
  // The short names of Arabic are whole words.
  const weekdays = useLanguage() === 'ar' ? 'narrow' : 'short'
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
      <Calendar
        aria-label={t('social:posts.calendar.label')}
        value={parseDate(day)}
        onChange={(date) => onDay(date.toString())}
        focusedValue={shown}
        onFocusChange={setShown}
      >
        <header className="mb-1 flex items-center gap-1">
          <Button slot="previous" aria-label={t('ui:previousMonth')} className={stepLook}>
            <CaretLeft size={14} className="rtl:-scale-x-100" aria-hidden />
          </Button>
          <Button slot="next" aria-label={t('ui:nextMonth')} className={stepLook}>
            <CaretRight size={14} className="rtl:-scale-x-100" aria-hidden />
          </Button>
          <Heading className="text-14 font-head text-ink" />
        </header>
        <CalendarGrid
          weekdayStyle={weekdays}
          className="w-full table-fixed border-separate border-spacing-0.5"
        >
          <CalendarGridHeader>
            {(name) => (
              <CalendarHeaderCell className="h-7 px-1 text-start text-11 font-mid text-ink-3">
                {name}
              </CalendarHeaderCell>
            )}
          </CalendarGridHeader>
          <CalendarGridBody>
            {(date) => (
              <CalendarCell
                date={date}
                className={cellLook}
                // The name of a day ends with its posts, which a label would hide.
                render={({ 'aria-label': name, children, ...cell }) => (
                  <div {...cell}>
                    <span className="sr-only">{name}</span>
                    {children}
                  </div>
                )}
              >
                {({ formattedDate }) => (
                  <>
                    <span aria-hidden className="tabular px-0.5 text-12">
                      {formattedDate}
                    </span>
                    <DayPosts posts={byDay.get(date.toString()) ?? []} />
                  </>
                )}
              </CalendarCell>
            )}
          </CalendarGridBody>
        </CalendarGrid>
      </Calendar>
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
