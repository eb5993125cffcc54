import type { SocialPost } from '@kinora/contract'
import { socialPostStates } from '@kinora/contract/social/values'
import { Plus } from '@phosphor-icons/react/dist/csr/Plus'
import { ShareNetwork } from '@phosphor-icons/react/dist/csr/ShareNetwork'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Button } from '../../../ui/button'
import { LinkButton } from '../../../ui/link-button'
import { ListScreen } from '../../../ui/list-screen'
import { ListSearch } from '../../../ui/list-search'
import { ListTools } from '../../../ui/list-tools'
import { NothingFound } from '../../../ui/nothing-found'
import { OneFilter } from '../../../ui/one-filter'
import { PagedList } from '../../../ui/paged-list'
import { Segmented } from '../../../ui/segmented'
import { State } from '../../../ui/state'
import { NoAccess, useRights, useWorkspace } from '../../identity'
import { socialPostsQuery, socialTargetsQuery } from '../queries'
import { NoAccounts } from './no-accounts'
import { currentDay, rangeOfDays } from './post-calendar-days'
import { usePostColumns } from './post-columns'

const PostCalendar = lazy(async () => ({ default: (await import('./post-calendar')).PostCalendar }))
const PostForm = lazy(async () => ({ default: (await import('./post-form')).PostForm }))
const route = getRouteApi('/$environmentId/social-publish')

/** The posts of all videos, latest first, or those of a day below a calendar. */
export function SocialPostsScreen() {
  const t = useText()
  const format = useFormat()
  const { environment } = useWorkspace()
  const rights = useRights('Videos', 'Social Publish')
  const accounts = useRights('Settings', 'Social Media Account')
  const { view, day = currentDay(), page, state, q, new: isMaking } = route.useSearch()
  const isCalendar = view === 'calendar'
  const range = isCalendar ? rangeOfDays(day, day) : undefined
  const navigate = route.useNavigate()
  const [edited, setEdited] = useState<SocialPost | null>(null)
  const list = useQuery({
    ...socialPostsQuery(environment.id, { page, state, q, range }),
    enabled: rights.read,
  })
  const targets = useQuery({ ...socialTargetsQuery(environment.id), enabled: rights.read }).data?.items
  const columns = usePostColumns({ onEdit: setEdited, withVideo: true })
  const change = (next: Partial<ReturnType<typeof route.useSearch>>, replace = true) =>
    void navigate({ search: (old) => ({ ...old, page: 1, ...next }), replace, resetScroll: false })
  const hasTargets = targets !== undefined && targets.length > 0
  const make = rights.create && hasTargets && (
    <Button variant="primary" icon={<Plus size={16} />} onPress={() => change({ new: true, page })}>
      {t('social:posts.new')}
    </Button>
  )
  const close = () => {
    if (edited === null) change({ new: false, page })
    else setEdited(null)
  }
  return (
    <ListScreen
      title={t('social:posts.title')}
      noAccess={!rights.read && <NoAccess what={t('social:posts.title')} />}
      actions={
        accounts.read && (
          <LinkButton
            to="/$environmentId/settings/social-accounts"
            params={{ environmentId: environment.id }}
          >
            {t('social:posts.accounts')}
          </LinkButton>
        )
      }
      primary={make}
      list={list}
      isNarrowed={isCalendar || state !== undefined || q !== ''}
      firstUse={
        <div className="pt-10">
          {targets?.length === 0 ? (
            <NoAccounts />
          ) : (
            <State icon={<ShareNetwork size={20} />} title={t('social:posts.none')} actions={make}>
              {t('social:posts.noneAbout')}
            </State>
          )}
        </div>
      }
      tools={
        <ListTools>
          <ListSearch
            label={t('social:posts.search')}
            phrase={q}
            onChange={(phrase) => change({ q: phrase })}
          />
          <OneFilter
            name={t('social:posts.columns.state')}
            options={socialPostStates.map((id) => ({ id, label: t(`social:posts.states.${id}`) }))}
            value={state}
            onChange={(chosen) => change({ state: chosen })}
          />
          <Segmented
            label={t('social:posts.calendar.view')}
            value={view}
            onChange={(chosen) => change({ view: chosen })}
            options={[
              { id: 'list', content: t('social:posts.calendar.asList') },
              { id: 'calendar', content: t('social:posts.calendar.asCalendar') },
            ]}
          />
        </ListTools>
      }
      dialog={
        ((isMaking && rights.create) || edited !== null) &&
        hasTargets && (
          <PostForm
            key={edited?.id}
            targets={targets}
            content={null}
            post={edited}
            day={isCalendar && day > currentDay() ? day : undefined}
            onClose={close}
          />
        )
      }
    >
      {isCalendar && (
        <Suspense fallback={<div aria-busy className="h-[32rem]" />}>
          <PostCalendar
            day={day}
            filter={{ state, q }}
            onDay={(chosen) => change({ day: chosen }, chosen === day)}
          />
        </Suspense>
      )}
      {isCalendar && <h2 className="pb-1 text-14 font-head">{format.wholeDay(`${day}T12:00`)}</h2>}
      <PagedList
        label={t('social:posts.list')}
        list={list}
        columns={columns}
        rowName={({ title, accountName }) => title || accountName}
        page={page}
        onPage={(to, replace) => void navigate({ search: (old) => ({ ...old, page: to }), replace })}
        failed={t('social:posts.failed')}
        empty={
          <NothingFound
            title={t(isCalendar ? 'social:posts.calendar.none' : 'social:posts.nothing')}
            clear={t('social:posts.clear')}
            onClear={() => change({ view: 'list', state: undefined, q: '' })}
          >
            {t(isCalendar ? 'social:posts.calendar.noneWhere' : 'social:posts.nothingWhere')}
          </NothingFound>
        }
      />
    </ListScreen>
  )
}
